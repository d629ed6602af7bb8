import type { FailureTexts } from '../failure-class.ts';
import type { GuestFailures } from '../failure/guest.ts';

export const guestTexts = {
  guest_not_ready: {
    class: 'runtime',
    left: 'known',
    message: (f) =>
      `node ${f.node}: runs, but did not answer over ssh within ${String(Math.round(f.waitedMs / 1000))} s (${f.last})`,
    next: (f) => [['logs', f.node]],
  },
  guest_identity: {
    class: 'integrity',
    left: 'nothing',
    message: (f) => `node ${f.node}: ${f.detail}`,
  },
} satisfies FailureTexts<GuestFailures>;
