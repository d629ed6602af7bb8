import type { NodeRecord } from '../state/document.ts';
import type { Action } from './action.ts';
import { guestGrowth } from './guest-growth.ts';

/** A VM that does not run, up to a guest that is ready; disks that grew meanwhile are taken into use. */
export function startActions(record: NodeRecord): readonly Action[] {
  const target = { node: record.name, uuid: record.uuid };
  const shares: readonly Action[] = record.spec.shares.length > 0 ? [{ kind: 'start_shares', ...target }] : [];
  return [...shares, { kind: 'start_vm', ...target }, { kind: 'set_up_guest', ...target }, ...guestGrowth(record)];
}
