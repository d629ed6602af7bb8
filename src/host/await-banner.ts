import type { Clock } from '../ports/clock.ts';
import { lookForBanner, type BannerAnswer } from './look-for-banner.ts';

/** Looks in flight at once: dropbear allows one address five before login, and the login that follows needs room. */
const looksAtOnce = 3;
const shortestLookMs = 1500;
const longestLookMs = 20_000;
/** The longest look as a part of the time spent so far. */
const lookShare = 1 / 4;
/** QEMU listens from before the guest runs until it ends, so refusals that last mean that it is gone. */
const refusedLimitMs = 2000;

/** Looks at the port until an ssh server speaks; otherwise the last answer when the wait is over. Lasting refusal ends it early. */
export async function awaitBanner(
  port: number,
  wait: { readonly clock: Clock; readonly limitMs: number; readonly signal: AbortSignal },
): Promise<BannerAnswer> {
  const enough = new AbortController();
  const signal = AbortSignal.any([wait.signal, enough.signal]);
  const start = wait.clock.monotonicMs();
  let answer: BannerAnswer = 'silent';
  let heardAt = start;
  const looks: Promise<void>[] = [];
  for (let spent = 0; !signal.aborted && spent < wait.limitMs; spent = wait.clock.monotonicMs() - start) {
    // A connection that was opened before the guest's network is lost for seconds, so looks overlap; a guest that is slow
    // to come up is also slow to speak, so they grow longer. They may not be many: QEMU delivers each one that was given
    // up to the guest all the same, up to 75 s later, and a slow guest that spends itself on those greets nobody (seen:
    // 47 s lost to four looks a second of one second each).
    const lookMs = Math.min(Math.max(shortestLookMs, spent * lookShare), longestLookMs);
    const limitMs = Math.min(lookMs, wait.limitMs - spent);
    looks.push(
      lookForBanner(port, { limitMs, signal }).then((seen) => {
        if (signal.aborted) return;
        answer = seen;
        if (seen !== 'refused') heardAt = wait.clock.monotonicMs();
        if (seen === 'greeted' || wait.clock.monotonicMs() - heardAt > refusedLimitMs) enough.abort();
      }),
    );
    await wait.clock.sleep(lookMs / looksAtOnce, signal);
  }
  await Promise.all(looks);
  return answer;
}
