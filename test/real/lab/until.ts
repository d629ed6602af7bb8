import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until it is so, looking often; throws with what was waited for when it never is. */
export async function until(what: string, isSo: () => boolean, limitMs = 60_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`waited ${String(limitMs)} ms in vain for ${what}`);
    await sleep(20);
  }
}
