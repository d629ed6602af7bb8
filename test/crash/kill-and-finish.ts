import { expect } from 'vitest';
import { type ChainLab, type ChainRun, ChainRunner, type Death } from './chain-runner.ts';
import type { ChainedCommand } from './command-chain.ts';
import { expectNoTwins, labState } from './lab-state.ts';
import { repeatedEffects } from './repeated-effects.ts';

/** Runs that died, and as which: the first of a command, or one that recovered from an earlier death. */
export interface Kills {
  first: number;
  second: number;
}

/**
 * Kills a command at each of these points, one run after the other, and then lets it run to its end: that is what an
 * undisturbed run leaves, nothing was made twice on the way, and nothing done again that had been done.
 */
export async function killAndFinish(
  lab: ChainLab,
  command: ChainedCommand,
  { deaths, state, kills }: { readonly deaths: readonly Death[]; readonly state: object; readonly kills: Kills },
): Promise<void> {
  const runner = new ChainRunner(lab);
  const runs: ChainRun[] = [];
  const died: string[] = [];
  for (const death of deaths) {
    const killed = await runner.run(command, death);
    runs.push(killed);
    if (killed.signal === 'SIGKILL') {
      died.push(`${String(death.at)} ${killed.points.at(-1) ?? ''} ${String(death.afterMs ?? '')}`.trimEnd());
      kills[died.length === 1 ? 'first' : 'second'] += 1;
    }
    expectNoTwins(lab);
  }
  const name = `${command.words.join(' ')}, killed at ${died.join(' and at ')}`;
  const again = await runner.run(command);
  expect(again.exit, `${name}: ${again.stderr}`).toBe(0);
  expect(await labState(lab), name).toEqual(state);
  if (command.startsOver !== true) expect(repeatedIn([...runs, again]), name).toEqual([]);
}

function repeatedIn(runs: readonly ChainRun[]): readonly string[] {
  return runs.flatMap(({ points }, index) =>
    repeatedEffects(
      runs.slice(0, index).flatMap((earlier) => earlier.points),
      points,
    ),
  );
}
