import { sshArgv } from '../core/guest/ssh-argv.ts';
import type { Result } from '../core/result.ts';
import type { GuestTarget, RelayOptions } from '../ports/guest.ts';
import { type GuestWorld, sshFiles } from './guest-world.ts';

/** Runs a command in the guest and hands on what it writes; the exit status is the guest's, 255 for a failure of ssh. */
export function relayInGuest(world: GuestWorld, target: GuestTarget, options: RelayOptions): Promise<Result<number>> {
  const { command, stdin, limitMs, signal, onOutput } = options;
  return world.programs.relay({
    executable: 'ssh',
    arguments: sshArgv(target, sshFiles, { command, terminal: false, connectTimeoutSeconds: 15 }),
    packages: 'openssh-client',
    cwd: world.keysFolder,
    timeoutMs: limitMs,
    accept: Array.from({ length: 256 }, (_, status) => status),
    stdin,
    signal,
    onOutput,
  });
}
