import { sshArgv } from '../core/guest/ssh-argv.ts';
import type { Result } from '../core/result.ts';
import type { CaptureRun, GuestTarget } from '../ports/guest.ts';
import { checkCommandLength } from './check-command-length.ts';
import { sshFiles, type GuestWorld } from './guest-world.ts';

/** A day; a dead guest ends it much sooner, by the keep-alives of ssh. */
const limitMs = 24 * 60 * 60 * 1000;

/** Runs words in the guest and hands on what they write; the exit status is the guest's, 255 for a failure of ssh. */
export async function captureInGuest(world: GuestWorld, target: GuestTarget, run: CaptureRun): Promise<Result<number>> {
  const { command, signal, onOutput } = run;
  const taken = await checkCommandLength(target, command);
  if (!taken.ok) return taken;
  return world.programs.relay({
    executable: 'ssh',
    arguments: sshArgv(target, sshFiles, { command, terminal: false, connectTimeoutSeconds: 15 }),
    packages: 'openssh-client',
    cwd: world.keysFolder,
    timeoutMs: limitMs,
    accept: Array.from({ length: 256 }, (_, status) => status),
    ...(world.terminal.stdin ? {} : { inheritsStdin: true }),
    signal,
    onOutput,
  });
}
