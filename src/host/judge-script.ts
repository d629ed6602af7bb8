import { failure, type Failure } from '../core/failure.ts';
import type { GuestScript } from '../core/guest/guest-script.ts';
import { readScriptOutput } from '../core/guest/read-script-output.ts';
import { readSshFailure } from '../core/guest/read-ssh-failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { GuestTarget, ScriptEnd } from '../ports/guest.ts';
import type { ProgramOutput } from '../ports/programs.ts';

export const connectTimeoutSeconds = 15;

interface Sent {
  readonly script: GuestScript;
  readonly limitMs: number;
}

/** What became of a script, from how the ssh session went in which run-script.sh was to run it. */
export function judgeScript(target: GuestTarget, sent: Sent, ran: Result<ProgramOutput>): Result<ScriptEnd> {
  if (!ran.ok) return fail(...ran.failures.map((each) => notFinished(target, sent, each)));
  const { name: node } = target;
  const { script } = sent;
  const lastLine = ran.value.stderr.trimEnd().split('\n').at(-1) ?? '';
  const reading = readScriptOutput(ran.value.stdout);
  switch (reading.kind) {
    case 'ended':
      return ok({ exitStatus: reading.exitStatus, stdout: reading.stdout, stderr: ran.value.stderr });
    case 'late':
      return fail(failure('guest_script_late', { node, script, limitMs: sent.limitMs }));
    case 'cut_off':
      return fail(failure('guest_script_cut_off', { node, script, detail: lastLine || 'the connection ended' }));
    case 'refused':
      return fail(
        ran.value.exitStatus === 255
          ? unreachable(node, ran.value)
          : failure('guest_script_refused', { node, script, detail: lastLine || 'it gave no reason' }),
      );
  }
}

function notFinished({ name: node }: GuestTarget, { script }: Sent, problem: Failure): Failure {
  if (problem.reason !== 'command_failed') return problem;
  const { timedOut, stderr } = problem.command;
  return failure('guest_script_cut_off', { node, script, detail: timedOut ? 'ssh did not finish in time' : stderr });
}

function unreachable(node: string, ran: ProgramOutput): Failure {
  const problem = readSshFailure(ran.stderr);
  if (problem.kind === 'identity') return failure('guest_identity', { node, detail: problem.detail });
  return failure('guest_not_ready', { node, waitedMs: connectTimeoutSeconds * 1000, last: problem.detail });
}
