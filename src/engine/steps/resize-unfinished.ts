import { describeFailure } from '../../core/failure-text.ts';
import { type Failure, failure, type Reason } from '../../core/failure.ts';
import { type Failed, fail } from '../../core/result.ts';
import type { NodeContext } from '../node-context.ts';

/** Reasons that name what is to be done first, and that it goes for more than this resize. */
const saysAll: ReadonlySet<Reason> = new Set(['interrupted', 'identity_mismatch', 'vm_disk_stalled']);

export interface Unfinished {
  /** As the manifest calls it. */
  readonly variable: string;
  readonly asked: string;
  readonly seen: string;
  readonly restart: 'helps' | 'does not help';
}

/** A part of a resize that is not there, as one failure that says what was asked, what was seen and why. */
export function resizeUnfinished(context: NodeContext, about: Unfinished, why: string | readonly Failure[]): Failed {
  if (typeof why === 'string') return fail(failure('resize_unfinished', { node: context.name, ...about, detail: why }));
  const ownWords = why.filter(({ reason }) => saysAll.has(reason));
  if (ownWords.length > 0) return fail(...ownWords);
  // A QEMU that hears nobody ends by force only; one that was busy for a moment goes on.
  const isHung = why.some(({ reason }) => reason === 'vm_unreachable' || reason === 'vm_hangs');
  const restart = isHung ? 'cannot be asked for' : about.restart;
  const detail = why.map((each) => describeFailure(each).message).join('; ');
  return fail(failure('resize_unfinished', { node: context.name, ...about, restart, detail }));
}
