import { expect } from 'vitest';
import { type ChainLab, ChainRunner } from './chain-runner.ts';
import type { ChainedCommand } from './command-chain.ts';
import { labState } from './lab-state.ts';

/** What a command of the chain does when nobody disturbs it. */
export interface Undisturbed {
  readonly command: ChainedCommand;
  /** How many points it passes. */
  readonly points: number;
  readonly state: object;
}

/** Runs the chain once, in a lab in which nothing was run yet. `afterEach` may look at the lab. */
export async function runUndisturbed(
  lab: ChainLab,
  chain: readonly ChainedCommand[],
  afterEach: (runner: ChainRunner) => void = () => undefined,
): Promise<readonly Undisturbed[]> {
  const runner = new ChainRunner(lab);
  const ran: Undisturbed[] = [];
  for (const command of chain) {
    const ended = await runner.run(command);
    expect(ended.exit, ended.stderr).toBe(0);
    afterEach(runner);
    ran.push({ command, points: ended.points.length, state: await labState(lab) });
  }
  return ran;
}
