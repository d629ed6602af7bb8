import { failure } from '../core/failure.ts';
import { clockAhead } from '../core/guest/clock-ahead.ts';
import { readGuestCheck } from '../core/guest/guest-check.ts';
import { judgeGuest } from '../core/guest/judge-guest.ts';
import { readSshFailure } from '../core/guest/read-ssh-failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { GuestFacts, GuestTarget } from '../ports/guest.ts';
import type { ProgramOutput } from '../ports/programs.ts';
import type { GuestWorld } from './guest-world.ts';

/** How long one look at a guest may take. */
export const checkLimitMs = 10_000;

/** What a look at a guest showed that has just come back; `guest_identity` for a stranger. `asked` is when it began, in ms since 1970. */
export function guestFacts(
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

/** Why a look showed nothing: a failure that the next try may not meet is `guest_not_ready`. */
export function noFacts(
  target: GuestTarget,
  limitMs: number,
  ran: Result<Pick<ProgramOutput, 'exitStatus' | 'stderr'>>,
): Result<never> {
  if (!ran.ok) {
    return ran.failures.some((each) => each.reason === 'command_failed')
      ? notReady(target, limitMs, 'ssh did not finish in time')
      : ran;
  }
  if (ran.value.exitStatus !== 255) return notReady(target, limitMs, 'it has no instance id yet');
  const problem = readSshFailure(ran.value.stderr);
  if (problem.kind === 'identity')
    return fail(failure('guest_identity', { node: target.name, detail: problem.detail }));
  return notReady(target, limitMs, problem.detail);
}

export function notReady(target: GuestTarget, waitedMs: number, last: string): Result<never> {
  return fail(failure('guest_not_ready', { node: target.name, waitedMs, last }));
}
