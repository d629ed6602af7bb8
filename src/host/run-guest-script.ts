import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failure, type Failure } from '../core/failure.ts';
import { guestScripts } from '../core/guest/guest-script.ts';
import { readScriptOutput } from '../core/guest/read-script-output.ts';
import { readSshFailure } from '../core/guest/read-ssh-failure.ts';
import { scriptCommand } from '../core/guest/script-command.ts';
import { sshArgv } from '../core/guest/ssh-argv.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { GuestTarget, ScriptEnd, ScriptRun } from '../ports/guest.ts';
import type { ProgramOutput } from '../ports/programs.ts';
import { sshFiles, type GuestWorld } from './guest-world.ts';

const connectTimeoutSeconds = 15;
/** For the login, and for the guest to end a script that takes too long. */
const graceMs = 45_000;
const maxStdoutBytes = 1024 * 1024;

/** Sends a script of ours and its input in one ssh session; the guest checks both before it runs anything. */
export async function runGuestScript(
  world: GuestWorld,
  target: GuestTarget,
  run: ScriptRun,
): Promise<Result<ScriptEnd>> {
  const [runner, script] = await Promise.all([
    readFiles(world, ['run-script']),
    readFiles(world, guestScripts[run.script]),
  ]);
  const input = Buffer.from(run.stdin ?? '');
  const sent = {
    limitSeconds: Math.max(1, Math.ceil(run.limitMs / 1000)),
    scriptBytes: script.length,
    scriptSha256: sha256(script),
    inputSha256: sha256(input),
    arguments: run.arguments,
  };
  const command = scriptCommand(runner.toString('utf8'), sent);
  const ran = await world.programs.run({
    executable: 'ssh',
    arguments: sshArgv(target, sshFiles, { command, terminal: false, connectTimeoutSeconds }),
    packages: 'openssh-client',
    cwd: world.keysFolder,
    stdin: Buffer.concat([script, input]),
    timeoutMs: 2 * run.limitMs + graceMs,
    // 255 is ssh's own failure, anything else comes from the guest; what was printed says which of ours it is.
    accept: Array.from({ length: 256 }, (_, status) => status),
    maxStdoutBytes,
    signal: run.signal,
  });
  if (!ran.ok) return fail(...ran.failures.map((each) => notFinished(target, run, each)));
  return judge(target, run, ran.value);
}

/** A file that is not there is a bug of ours, and throws. */
async function readFiles(world: GuestWorld, names: readonly string[]): Promise<Buffer> {
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(world.scriptsFolder, `${name}.sh`)))));
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function notFinished({ name: node }: GuestTarget, { script }: ScriptRun, problem: Failure): Failure {
  if (problem.reason !== 'command_failed') return problem;
  const { timedOut, stderr } = problem.command;
  return failure('guest_script_cut_off', { node, script, detail: timedOut ? 'ssh did not finish in time' : stderr });
}

function judge({ name: node }: GuestTarget, run: ScriptRun, ran: ProgramOutput): Result<ScriptEnd> {
  const { script } = run;
  const lastLine = ran.stderr.trimEnd().split('\n').at(-1) ?? '';
  const reading = readScriptOutput(ran.stdout);
  switch (reading.kind) {
    case 'ended':
      return ok({ exitStatus: reading.exitStatus, stdout: reading.stdout, stderr: ran.stderr });
    case 'late':
      return fail(failure('guest_script_late', { node, script, limitMs: run.limitMs }));
    case 'cut_off':
      return fail(failure('guest_script_cut_off', { node, script, detail: lastLine || 'the connection ended' }));
    case 'refused':
      return fail(ran.exitStatus === 255 ? unreachable(node, ran) : refused(node, script, lastLine));
  }
}

function unreachable(node: string, ran: ProgramOutput): Failure {
  const problem = readSshFailure(ran.stderr);
  if (problem.kind === 'identity') return failure('guest_identity', { node, detail: problem.detail });
  return failure('guest_not_ready', { node, waitedMs: connectTimeoutSeconds * 1000, last: problem.detail });
}

function refused(node: string, script: string, lastLine: string): Failure {
  return failure('guest_script_refused', { node, script, detail: lastLine || 'it gave no reason' });
}
