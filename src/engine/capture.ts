import { ok, type Result } from '../core/result.ts';
import type { GuestTarget } from '../ports/guest.ts';
import type { EnginePorts } from './engine-ports.ts';
import { OutputTail } from './output-tail.ts';

export interface Captured {
  readonly node: string;
  /** The words as they were given. */
  readonly argv: readonly string[];
  readonly exitStatus: number;
  /** The end of what was written, at most a MiB of characters each. */
  readonly stdout: string;
  readonly stderr: string;
  /** True when the beginning of either is missing. */
  readonly truncated: boolean;
}

const kept = 2 ** 20;
/** What ssh ends with when it fails itself; a command may end so too. */
const sshFailed = 255;

/** Runs words in a guest and keeps what they write. A guest that is not reached is the failure that a look at it gives. */
export async function capture(
  { guest }: Pick<EnginePorts, 'guest'>,
  target: GuestTarget,
  run: { readonly argv: readonly string[]; readonly signal: AbortSignal },
): Promise<Result<Captured>> {
  const { argv, signal } = run;
  const tails = { stdout: new OutputTail(kept), stderr: new OutputTail(kept) };
  const onOutput = ({ from, text }: { readonly from: 'stdout' | 'stderr'; readonly text: string }) => {
    tails[from].add(text);
    return Promise.resolve();
  };
  const ended = await guest.capture(target, { command: argv, signal, onOutput });
  if (!ended.ok) return ended;
  if (ended.value === sshFailed) {
    const reached = await guest.check(target);
    if (!reached.ok) return reached;
  }
  const [stdout, stderr] = [tails.stdout.end(), tails.stderr.end()];
  const truncated = stdout.truncated || stderr.truncated;
  return ok({
    node: target.name,
    argv,
    exitStatus: ended.value,
    stdout: stdout.text,
    stderr: stderr.text,
    truncated,
  });
}
