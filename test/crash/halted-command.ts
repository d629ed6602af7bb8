import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandOptions } from '../real/lab/open-lab.ts';
import type { Finished, RunningCommand } from '../real/lab/run-words.ts';
import type { ChainLab } from './chain-runner.ts';

/** A command of the halting build that stands still, as a suspended or a stopped one does. */
export interface HaltedCommand {
  readonly words: readonly string[];
  readonly pid: number;
  readonly isOwner: boolean;
  /** The point that it stands at. */
  readonly point: string;
  /** Lets it go on, to its end; with the points that it passed after that. */
  readonly goOn: () => Promise<Finished & { readonly points: readonly string[] }>;
}

let number = 0;

/** Starts a command that halts at this point, by number or by name; null when it ended before it came there. */
export async function haltedCommand(
  { lab, env }: ChainLab,
  words: readonly string[],
  { at, ...how }: { readonly at: number | string } & Pick<CommandOptions, 'env'>,
): Promise<HaltedCommand | null> {
  number += 1;
  const log = join(lab.folder, `halted-${String(number)}.log`);
  const told = { PADDOCK_HALT_AT: String(at), PADDOCK_CRASH_LOG: log };
  const command = lab.start(words, { env: { ...env, ...how.env, ...told } });
  if (!(await halts(command))) {
    rmSync(log, { force: true });
    return null;
  }
  return asHalted({ lab, words, command, log, goOn: () => command.child.kill('SIGCONT') });
}

interface Halting {
  readonly lab: ChainLab['lab'];
  readonly words: readonly string[];
  readonly command: RunningCommand;
  /** Where it writes down the points that it passes. */
  readonly log: string;
  readonly goOn: () => void;
}

/** A command that stands still for whatever reason. */
export function asHalted({ lab, words, command, log, goOn }: Halting): HaltedCommand {
  const pid = command.child.pid ?? 0;
  const before = linesOf(log);
  return {
    words,
    pid,
    isOwner: ownerOf(lab) === pid,
    point: before.at(-1) ?? '',
    goOn: async () => {
      goOn();
      const finished = await command.finished;
      const points = linesOf(log).slice(before.length);
      rmSync(log, { force: true });
      return { ...finished, points };
    },
  };
}

/** True once it stands still, false once it has ended. */
export async function halts({ child }: RunningCommand): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    if (isStopped(child.pid ?? 0)) return true;
    await sleep(10);
  }
  return false;
}

function isStopped(pid: number): boolean {
  try {
    return (
      readFileSync(`/proc/${String(pid)}/stat`, 'latin1')
        .split(') ')
        .at(-1)
        ?.startsWith('T') === true
    );
  } catch {
    return false;
  }
}

function ownerOf(lab: ChainLab['lab']): number | null {
  try {
    return lab.document().fence.owner?.identity.pid ?? null;
  } catch {
    return null;
  }
}

function linesOf(log: string): readonly string[] {
  try {
    return readFileSync(log, 'utf8').trimEnd().split('\n');
  } catch {
    return [];
  }
}
