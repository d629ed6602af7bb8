import { sshArgv } from '../core/guest/ssh-argv.ts';
import type { Result } from '../core/result.ts';
import type { GuestTarget, RunWay } from '../ports/guest.ts';
import { checkCommandLength } from './check-command-length.ts';
import { sshFiles, type GuestWorld } from './guest-world.ts';

interface GuestCommand extends RunWay {
  readonly target: GuestTarget;
  /** No words: a login shell. */
  readonly command: readonly string[];
}

/** Hands our streams to ssh and returns its exit status, which is the guest's, or 255 for a failure of ssh itself. */
export async function runInGuest(
  world: GuestWorld,
  { target, command, terminal, signal }: GuestCommand,
): Promise<Result<number>> {
  const taken = await checkCommandLength(target, command);
  if (!taken.ok) return taken;
  const { stdin, stdout } = world.terminal;
  // A command whose output goes elsewhere must not get the line ends of a terminal.
  const interactive = command.length === 0 ? stdin : stdin && stdout;
  return world.programs.attach({
    executable: 'ssh',
    arguments: sshArgv(target, sshFiles, {
      command: command.length === 0 ? null : command,
      terminal: terminal === 'auto' && interactive,
      connectTimeoutSeconds: 15,
    }),
    packages: 'openssh-client',
    cwd: world.keysFolder,
    signal,
  });
}
