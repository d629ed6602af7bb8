import type { NodeRecord, StateDocument } from '../state/document.ts';
import type { NodeName } from '../names.ts';
import type { Action } from './action.ts';
import type { Authorized, Grant } from './grant.ts';
import { recordedStopped } from './node-actions.ts';
import { endingActions, removalActions, stopActions } from './other-lives.ts';

/**
 * Steps that take back a recreate whose new VM has not run: the new life is removed, and the old VM runs again if it ran
 * before. Empty when there is nothing to take back, and then nothing of the old life may be assumed.
 */
export function undoRecreate(
  grant: Authorized<Extract<Grant, { kind: 'recreate' }>>,
  document: StateDocument,
  before: { readonly vm: 'running' | 'not_running' },
): readonly Authorized<Action>[] {
  const own = document.nodes[grant.node];
  const coming = document.replacements[grant.node]?.coming ?? null;
  if (own === undefined || coming === null) return [];
  const { name: node, uuid } = own;
  const restarts = before.vm === 'running' && !runsOnRecord(own) && addressIsFree(document, own);
  const start: readonly Action[] = restarts ? [{ kind: 'start_vm', node, uuid }] : [];
  const guest: readonly Action[] = restarts ? [{ kind: 'set_up_guest', node, uuid }] : [];
  // The new VM holds the disks and the port of the old one, so it ends first; the old one is back before anything is tidied.
  const actions = [...stopActions([coming.record]), ...start, ...removalActions(coming.record, [own]), ...guest];
  return actions.map((action) => action as Authorized<Action>);
}

/** Steps that take back a creation of this run that never committed: only what it made, never a disk that it took over. */
export function undoCreation(
  grant: Authorized<Extract<Grant, { kind: 'create' }>>,
  document: StateDocument,
): readonly Authorized<Action>[] {
  const name: NodeName = grant.node;
  const record = document.nodes[name];
  if (record?.life !== 'creating') return [];
  return endingActions(record).map((action) => action as Authorized<Action>);
}

/** Nodes that exchange addresses may have met half way: two VMs with one address would disturb both. */
function addressIsFree(document: StateDocument, own: NodeRecord): boolean {
  return Object.values(document.nodes).every(
    ({ name, life, address }) => name === own.name || life === 'destroyed' || address !== own.address,
  );
}

/** A stop that was not begun has left the VM as it was. */
function runsOnRecord(own: NodeRecord): boolean {
  const vm = own.parts.find((part) => part.kind === 'vm');
  return vm?.state === 'complete' && !recordedStopped(own);
}
