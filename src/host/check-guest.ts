import { guestCheckCommand } from '../core/guest/guest-check.ts';
import { sshArgv } from '../core/guest/ssh-argv.ts';
import type { Result } from '../core/result.ts';
import type { GuestFacts, GuestTarget } from '../ports/guest.ts';
import type { ProgramOutput } from '../ports/programs.ts';
import { anyExitStatus } from './any-exit-status.ts';
import { checkLimitMs, guestFacts, noFacts } from './guest-facts.ts';
import { sshFiles, type GuestWorld } from './guest-world.ts';

/** Of what a guest shows of itself. */
export const mostCheckBytes = 64 * 1024;

/** One login with the pinned key that reads the instance id. */
export async function checkGuest(
  world: GuestWorld,
  target: GuestTarget,
  limits: { readonly limitMs?: number; readonly signal?: AbortSignal } = {},
): Promise<Result<GuestFacts>> {
  const limitMs = Math.min(checkLimitMs, limits.limitMs ?? checkLimitMs);
  const asked = Date.parse(world.clock.now());
  const ran = await world.programs.run({
    executable: 'ssh',
    arguments: checkArguments(target),
    packages: 'openssh-client',
    cwd: world.keysFolder,
    timeoutMs: limitMs,
    accept: anyExitStatus,
    maxStdoutBytes: mostCheckBytes,
    ...(limits.signal === undefined ? {} : { signal: limits.signal }),
  });
  return judgeCheck(world, target, { ran, limitMs, asked });
}

/** What follows `ssh` for such a login. */
export function checkArguments(target: GuestTarget): readonly string[] {
  const session = { command: guestCheckCommand, terminal: false, connectTimeoutSeconds: checkLimitMs / 1000 };
  return sshArgv(target, sshFiles, session);
}

interface Check {
  readonly ran: Result<ProgramOutput>;
  readonly limitMs: number;
  /** When it began, in ms since 1970. */
  readonly asked: number;
}

/** What such a login showed. */
export function judgeCheck(world: GuestWorld, target: GuestTarget, check: Check): Result<GuestFacts> {
  const { ran, limitMs, asked } = check;
  if (!ran.ok || ran.value.exitStatus !== 0) return noFacts(target, limitMs, ran);
  return guestFacts(world, target, { asked, stdout: ran.value.stdout });
}
