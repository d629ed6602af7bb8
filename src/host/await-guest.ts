import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { GuestTarget, GuestWork, ReadyGuest } from '../ports/guest.ts';
import { awaitBanner } from './await-banner.ts';
import { checkGuest } from './check-guest.ts';
import type { GuestWorld } from './guest-world.ts';
import { silenceWords } from './silence-words.ts';
import { visitGuest } from './visit-guest.ts';

/** Pause after a login that failed: the server speaks already, the rest is a moment away. */
const pauseMs = 100;
/**
 * Logins without a look before them, once the guest's network is there: a look that is answered costs a slow guest a tenth
 * of a second. A guest whose ssh server takes longer than these is looked at again, which is cheaper than so many logins.
 */
const blindLogins = 15;

interface GuestWait {
  readonly limitMs: number;
  readonly signal: AbortSignal;
  readonly work?: GuestWork | undefined;
}

/** Waits for the ssh server, then logs in; again until the guest is ready, is a stranger, or the time is over. */
export async function awaitGuest(world: GuestWorld, target: GuestTarget, wait: GuestWait): Promise<Result<ReadyGuest>> {
  const { clock } = world;
  const start = clock.monotonicMs();
  let last = 'it was not tried';
  for (let tries = 0, left = wait.limitMs; left > 0; tries += 1, left = wait.limitMs - (clock.monotonicMs() - start)) {
    if (tries === 0 || tries >= blindLogins) {
      const until = tries === 0 ? 'answer' : 'greeting';
      const banner = await awaitBanner(target.port, { clock, limitMs: left, signal: wait.signal, until });
      if (wait.signal.aborted)
        return fail(failure('interrupted', { command: 'waiting for the guest', leaves: 'machines' }));
      if (banner !== 'greeted' && !(banner === 'closed' && until === 'answer')) {
        last = silenceWords[banner];
        break;
      }
    }
    const limitMs = Math.max(1000, wait.limitMs - (clock.monotonicMs() - start));
    const checked = await logIn(world, target, { limitMs, signal: wait.signal, work: wait.work });
    const retry = checked.ok ? undefined : checked.failures.find((each) => each.reason === 'guest_not_ready');
    if (retry === undefined) return checked;
    last = retry.last;
    await clock.sleep(pauseMs, wait.signal);
  }
  return fail(
    failure('guest_not_ready', { node: target.name, waitedMs: Math.round(clock.monotonicMs() - start), last }),
  );
}

async function logIn(
  world: GuestWorld,
  target: GuestTarget,
  { work, ...limits }: { readonly limitMs: number; readonly signal: AbortSignal; readonly work: GuestWork | undefined },
): Promise<Result<ReadyGuest>> {
  if (work !== undefined) return visitGuest(world, target, { ...limits, work });
  const checked = await checkGuest(world, target, limits);
  return checked.ok ? ok({ seen: checked.value, ran: null }) : checked;
}
