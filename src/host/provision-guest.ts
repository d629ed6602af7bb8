import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { provisionCommand } from '../core/guest/provision-command.ts';
import { sshArgv } from '../core/guest/ssh-argv.ts';
import type { Result } from '../core/result.ts';
import type { GuestTarget, ProvisionRun } from '../ports/guest.ts';
import { anyExitStatus } from './any-exit-status.ts';
import { type GuestWorld, sshFiles } from './guest-world.ts';

const connectTimeoutSeconds = 15;
/** The guest ends the script itself, in two goes; this is for a guest that does not. */
const graceMs = 15_000;

/** Runs a person's script in the guest and hands on what it writes; the exit status is the guest's, 255 for a failure of ssh. */
export async function provisionGuest(
  world: GuestWorld,
  target: GuestTarget,
  run: ProvisionRun,
): Promise<Result<number>> {
  const { script, sudo, timeoutSeconds, signal, onOutput } = run;
  const runner = await readFile(join(world.scriptsFolder, 'run-provision.sh'), 'utf8');
  const command = provisionCommand(runner, { sudo, timeoutSeconds, scriptBytes: script.length });
  return world.programs.relay({
    executable: 'ssh',
    arguments: sshArgv(target, sshFiles, { command, terminal: false, connectTimeoutSeconds }),
    packages: 'openssh-client',
    cwd: world.keysFolder,
    timeoutMs: timeoutSeconds * 1000 + graceMs,
    accept: anyExitStatus,
    stdin: script,
    // Its end tells the guest that nobody waits for the script any more, however we or the way there ended.
    keepsStdinOpen: true,
    signal,
    onOutput,
  });
}
