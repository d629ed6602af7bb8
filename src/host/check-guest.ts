import { guestCheckCommand } from '../core/guest/guest-check.ts';
import { sshArgv } from '../core/guest/ssh-argv.ts';
import type { Result } from '../core/result.ts';
import type { GuestFacts, GuestTarget } from '../ports/guest.ts';
import { anyExitStatus } from './any-exit-status.ts';
import { checkLimitMs, guestFacts, noFacts } from './guest-facts.ts';
import { sshFiles, type GuestWorld } from './guest-world.ts';

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
    accept: anyExitStatus,
    maxStdoutBytes: 64 * 1024,
    ...(limits.signal === undefined ? {} : { signal: limits.signal }),
  });
  if (!ran.ok || ran.value.exitStatus !== 0) return noFacts(target, limitMs, ran);
  return guestFacts(world, target, { asked, stdout: ran.value.stdout });
}
