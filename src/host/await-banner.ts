import type { Clock } from '../ports/clock.ts';
import { lookForBanner, type BannerAnswer } from './look-for-banner.ts';

/** Below the 75 s after which QEMU itself hangs up, which would look like an answer of the guest. */
const longestLookMs = 60_000;
const shortestGapMs = 1000;
/** The gap between two looks as a part of the time spent so far. */
const gapShare = 1 / 4;
/** Between two looks at a guest that answers, but not as an ssh server yet. */
const closedGapMs = 100;
/** QEMU listens from before the guest runs until it ends, so refusals that last mean that it is gone. */
const refusedLimitMs = 2000;

export interface BannerWait {
  readonly clock: Clock;
  readonly limitMs: number;
  readonly signal: AbortSignal;
  /** `answer` ends the wait as well when the guest's network turns a look away: the server is a moment away. */
  readonly until: 'greeting' | 'answer';
}

/**
 * Looks at the port until an ssh server speaks; otherwise the last answer when the wait is over. Lasting refusal ends it early.
 *
 * QEMU's user network delivers every connection that was opened before the guest had a network, up to 75 s later, even one
 * that was given up: each costs a slow guest a process, and dropbear turns away an address with five of them. So looks are
 * few, further apart the longer it takes, and stay open, because any of them may be the one that is answered.
 */
export async function awaitBanner(port: number, wait: BannerWait): Promise<BannerAnswer> {
  const { clock, limitMs } = wait;
  const enough = new AbortController();
  const signal = AbortSignal.any([wait.signal, enough.signal]);
  const start = clock.monotonicMs();
  const looks: Promise<void>[] = [];
  const hurry = new AbortController();
  let last: BannerAnswer = 'silent';
  let notRefusedAt = start;
  const heed = (answer: BannerAnswer): void => {
    if (signal.aborted) return;
    last = answer;
    if (answer !== 'refused') notRefusedAt = clock.monotonicMs();
    if (answer === 'closed') hurry.abort();
    if (answer === 'closed' && wait.until === 'answer') enough.abort();
    if (answer === 'greeted' || clock.monotonicMs() - notRefusedAt > refusedLimitMs) enough.abort();
  };
  for (let spent = 0; !signal.aborted && spent < limitMs; spent = clock.monotonicMs() - start) {
    const look = lookForBanner(port, { limitMs: Math.min(longestLookMs, limitMs - spent), signal }).then(heed);
    looks.push(look);
    if (!hurry.signal.aborted) {
      await clock.sleep(Math.max(shortestGapMs, spent * gapShare), AbortSignal.any([signal, hurry.signal]));
    }
    // The guest's network is there and every look reaches it: one at a time, for a guest that takes many seconds to answer
    // one would answer none of forty, and sshd turns connections away from the tenth on.
    if (hurry.signal.aborted) await look;
    if (hurry.signal.aborted) await clock.sleep(closedGapMs, signal);
  }
  await Promise.all(looks);
  return last;
}
