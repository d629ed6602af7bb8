import { failure } from '../core/failure.ts';
import { fail, type Result } from '../core/result.ts';
import type { GuestFacts, GuestTarget } from '../ports/guest.ts';
import { awaitBanner } from './await-banner.ts';
import { checkGuest } from './check-guest.ts';
import type { GuestWorld } from './guest-world.ts';
import { silenceWords } from './silence-words.ts';

/** Pause after a login that failed: the server speaks already, the rest is a moment away. */
const pauseMs = 200;

/** Waits for the ssh server's first words, then logs in; again until the guest is ready, is a stranger, or the time is over. */
export async function awaitGuest(
  world: GuestWorld,
  target: GuestTarget,
  wait: { readonly limitMs: number; readonly signal: AbortSignal },
): Promise<Result<GuestFacts>> {
  const { clock } = world;
  const start = clock.monotonicMs();
  let last = 'it was not tried';
  for (let left = wait.limitMs; left > 0; left = wait.limitMs - (clock.monotonicMs() - start)) {
    const banner = await awaitBanner(target.port, { clock, limitMs: left, signal: wait.signal });
    if (wait.signal.aborted) return fail(failure('interrupted', { command: 'waiting for the guest' }));
    if (banner !== 'greeted') {
      last = silenceWords[banner];
      break;
    }
    const limitMs = Math.max(1000, wait.limitMs - (clock.monotonicMs() - start));
    const checked = await checkGuest(world, target, { limitMs, signal: wait.signal });
    const retry = checked.ok ? undefined : checked.failures.find((each) => each.reason === 'guest_not_ready');
    if (retry === undefined) return checked;
    last = retry.last;
    await clock.sleep(pauseMs, wait.signal);
  }
  return fail(
    failure('guest_not_ready', { node: target.name, waitedMs: Math.round(clock.monotonicMs() - start), last }),
  );
}
