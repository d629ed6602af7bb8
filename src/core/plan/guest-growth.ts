import type { NodeRecord } from '../state/document.ts';
import type { Action } from './action.ts';

/** The step that takes grown disks into use inside, while one of them waits for it. */
export function guestGrowth({ name: node, uuid, parts }: NodeRecord): readonly Action[] {
  return parts.some((part) => part.outputs['growthDue'] === true) ? [{ kind: 'grow_guest_disks', node, uuid }] : [];
}
