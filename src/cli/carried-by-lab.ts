import type { Failure } from '../core/failure.ts';
import type { NextCommand } from '../core/failure-class.ts';
import { describeFailure } from '../core/failure-text.ts';
import { type Carried, takesManifest } from '../ui/carry-on.ts';
import type { Command, CommandOutcome, Invocation } from './command.ts';
import { labFile } from './lab-file.ts';
import { fileOption } from './option-specs.ts';

/**
 * What advice repeats of a command that takes no manifest itself: what was typed, and the manifest of the lab where the
 * advice reads one. Looks at nothing for other advice.
 */
export async function carriedByLab(
  advised: readonly (NextCommand | null)[],
  { carried, cwd, reading }: Pick<Invocation, 'carried' | 'cwd' | 'reading'>,
): Promise<Carried> {
  if (!advised.some((next) => next !== null && takesManifest(next))) return carried;
  const ports = await reading();
  return ports.ok ? { ...carried, file: await labFile(ports.value, cwd) } : carried;
}

/** The same for what a failed command advises. */
export function carriedByLabFor(
  failures: readonly Failure[],
  invocation: Pick<Invocation, 'carried' | 'cwd' | 'reading'>,
): Promise<Carried> {
  return carriedByLab(
    failures.flatMap((each) => describeFailure(each).next),
    invocation,
  );
}

/** The same for how a command ended, as what is drawn last has it. */
export async function carriedAfter(
  outcome: CommandOutcome,
  { command, invocation }: { readonly command: Command; readonly invocation: Invocation },
): Promise<Carried> {
  if (outcome.kind !== 'failed' || command.options.includes(fileOption)) return invocation.carried;
  return carriedByLabFor(outcome.failures, invocation);
}
