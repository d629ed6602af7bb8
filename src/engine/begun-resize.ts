import { sizesOf } from '../core/spec/node-sizes.ts';
import type { NodeRecord } from '../core/state/document.ts';
import { beginResize, isStartDue } from '../core/state/open-resize.ts';
import type { NodeNeed } from './assess-plan.ts';

/** The record of a node that is to be resized, as it will stand once the resize has begun; null for any other need. */
export function begunResize({ need, record, desired, launched }: NodeNeed): NodeRecord | null {
  if (need !== 'resize' || record === null) return null;
  // A VM that an earlier try has stopped is still to be started.
  return beginResize(record, sizesOf(desired.spec), { startDue: launched || isStartDue(record) });
}
