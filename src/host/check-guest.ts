import { failure } from '../core/failure.ts';
import { clockAhead } from '../core/guest/clock-ahead.ts';
import { guestCheckCommand, readGuestCheck } from '../core/guest/guest-check.ts';
import { judgeGuest } from '../core/guest/judge-guest.ts';
import { readSshFailure } from '../core/guest/read-ssh-failure.ts';
import { sshArgv } from '../core/guest/ssh-argv.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { GuestFacts, GuestTarget } from '../ports/guest.ts';
import { sshFiles, type GuestWorld } from './guest-world.ts';

const checkLimitMs = 10_000;

/** One login with the pinned key that reads the instance id. */
export async function checkGuest(
  world: GuestWorld,
  target: GuestTarget,
  limits: { readonly limitMs?: number; readonly signal?: AbortSignal } = {},
): Promise<Result<GuestFacts>> {
  const limitMs = Math.min(checkLimitMs, limits.limitMs ?? checkLimitMs);
  const session = { command: guestCheckCommand, terminal: false, connectTimeoutSeconds: checkLimitMs / 1000 };
  const asked = Date.parse(world.clock.now());
  const ran = await world.programs.run({
    executable: 'ssh',
    arguments: sshArgv(target, sshFiles, session),
    packages: 'openssh-client',
    cwd: world.keysFolder,
    timeoutMs: limitMs,
    // 255 is ssh's own failure, anything else comes from the guest; both are answers here.
    accept: Array.from({ length: 256 }, (_, status) => status),
    maxStdoutBytes: 64 * 1024,
    ...(limits.signal === undefined ? {} : { signal: limits.signal }),
  });
  if (!ran.ok)
    return ran.failures.some((each) => each.reason === 'command_failed')
      ? notReady(target, limitMs, 'ssh did not finish in time')
      : ran;
  if (ran.value.exitStatus === 0) return readFacts(world, target, { asked, stdout: ran.value.stdout });
  if (ran.value.exitStatus !== 255) return notReady(target, limitMs, 'it has no instance id yet');
  const problem = readSshFailure(ran.value.stderr);
  if (problem.kind === 'identity')
    return fail(failure('guest_identity', { node: target.name, detail: problem.detail }));
  return notReady(target, limitMs, problem.detail);
}

function readFacts(
  world: GuestWorld,
  target: GuestTarget,
  answer: { readonly asked: number; readonly stdout: string },
): Result<GuestFacts> {
  const { instanceId, marker, mountPoints, guestSeconds } = readGuestCheck(answer.stdout);
  const judged = judgeGuest(target, instanceId);
  if (!judged.ok) return judged;
  const answeredMs = Date.parse(world.clock.now());
  const clockAheadSeconds = clockAhead(guestSeconds, { askedMs: answer.asked, answeredMs });
  return ok({ ...judged.value, marker, mountPoints, clockAheadSeconds });
}

function notReady(target: GuestTarget, waitedMs: number, last: string): Result<never> {
  return fail(failure('guest_not_ready', { node: target.name, waitedMs, last }));
}
