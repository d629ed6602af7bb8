import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningCommand } from '../real/lab/run-words.ts';

export interface KillMoment {
  /** Folder of the state documents. */
  readonly state: string;
  /** How many more commits the command may make. */
  readonly commits: number;
  /** From the moment that the last of them is seen. */
  readonly afterMs: number;
}

/** Kills the command itself, and nothing that it started, at the moment. False when it had ended by then. */
export async function killAt(command: RunningCommand, moment: KillMoment): Promise<boolean> {
  const goal = newestVersion(moment.state) + moment.commits;
  const { child } = command;
  while (child.exitCode === null && newestVersion(moment.state) < goal) await sleep(1);
  await sleep(moment.afterMs);
  child.kill('SIGKILL');
  return (await command.finished).signal === 'SIGKILL';
}

function newestVersion(state: string): number {
  try {
    const versions = readdirSync(state).filter((name) => /^\d{10}\.json$/u.test(name));
    return Math.max(0, ...versions.map((name) => Number.parseInt(name, 10)));
  } catch {
    return 0;
  }
}
