import type { Failure, FailureFields } from './failure.ts';
import type { FailureClass, FailureText, FailureTexts, Left, NextCommand } from './failure-class.ts';
import { cliTexts } from './failure-text/cli.ts';
import { quotable } from './failure-text/quotable.ts';
import { diskTexts } from './failure-text/disk.ts';
import { engineTexts } from './failure-text/engine.ts';
import { guestTexts } from './failure-text/guest.ts';
import { hostTexts } from './failure-text/host.ts';
import { imageTexts } from './failure-text/image.ts';
import { manifestTexts } from './failure-text/manifest.ts';
import { planTexts } from './failure-text/plan.ts';
import { qemuTexts } from './failure-text/qemu.ts';
import { resizeTexts } from './failure-text/resize.ts';
import { stateTexts } from './failure-text/state.ts';

/** Every reason with its class, words, hint and what it leaves behind: the only place that knows them. */
export const failureTexts = {
  ...manifestTexts,
  ...planTexts,
  ...stateTexts,
  ...hostTexts,
  ...qemuTexts,
  ...imageTexts,
  ...guestTexts,
  ...engineTexts,
  ...diskTexts,
  ...resizeTexts,
  ...cliTexts,
} satisfies FailureTexts<FailureFields>;

export interface DescribedFailure {
  readonly class: FailureClass;
  readonly reason: Failure['reason'];
  readonly message: string;
  readonly next: readonly NextCommand[];
  readonly left: Left;
}

/** The words for one failure; its message is one line, whatever the texts that it quotes. */
export function describeFailure(failure: Failure): DescribedFailure {
  // The table is closed over the same keys as the union, so the entry always takes this failure's own fields.
  const text = failureTexts[failure.reason] as FailureText<Failure>;
  return {
    class: text.class,
    reason: failure.reason,
    message: text.message(quotable(failure)),
    next: text.next?.(failure) ?? [],
    left: failure.left ?? text.left,
  };
}
