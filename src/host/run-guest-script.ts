import { scriptCommand } from '../core/guest/script-command.ts';
import { sshArgv } from '../core/guest/ssh-argv.ts';
import type { Result } from '../core/result.ts';
import type { GuestTarget, ScriptEnd, ScriptRun } from '../ports/guest.ts';
import { anyExitStatus } from './any-exit-status.ts';
import { sshFiles, type GuestWorld } from './guest-world.ts';
import { connectTimeoutSeconds, judgeScript } from './judge-script.ts';
import { scriptFile, sentScript, sessionLimitMs } from './send-script.ts';

const maxStdoutBytes = 1024 * 1024;

/** Sends a script of ours and its input in one ssh session; the guest checks both before it runs anything. */
export async function runGuestScript(
  world: GuestWorld,
  target: GuestTarget,
  run: ScriptRun,
): Promise<Result<ScriptEnd>> {
  const [runner, stdin] = await Promise.all([scriptFile(world, 'run-script'), sentScript(world, run)]);
  const command = scriptCommand(runner, run.arguments);
  const ran = await world.programs.run({
    executable: 'ssh',
    arguments: sshArgv(target, sshFiles, { command, terminal: false, connectTimeoutSeconds }),
    packages: 'openssh-client',
    cwd: world.keysFolder,
    stdin,
    timeoutMs: sessionLimitMs(run),
    accept: anyExitStatus,
    maxStdoutBytes,
    signal: run.signal,
  });
  return judgeScript(target, run, ran);
}
