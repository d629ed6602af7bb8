import { owedToGuest } from '../guest/owed-to-guest.ts';
import type { StateDocument, NodeRecord } from '../state/document.ts';
import type { ComparedNode } from './compare-node.ts';
import type { CommittedNode } from './plan.ts';

/** A node that exists, with what it is compared by. */
export interface ExistingNode extends CommittedNode {
  readonly record: NodeRecord;
  readonly compared: ComparedNode;
  /** By the record its guest waits for something that only `up` brings. */
  readonly isOwed: boolean;
}

/**
 * Every node that counts as committed, keyed by name; an earlier life that was destroyed does not. A node is compared by
 * what was agreed to; where a creation never finished there was no agreement, and what its artifacts were made from counts.
 */
export function existingNodes(document: StateDocument | null): ReadonlyMap<string, ExistingNode> {
  const existing = new Map<string, ExistingNode>();
  for (const record of Object.values(document?.nodes ?? {})) {
    if (record.life === 'destroyed') continue;
    const applied = document?.deployment?.applied[record.name];
    const finished = applied !== undefined && record.life !== 'creating';
    const compared = {
      spec: finished ? applied.spec : record.spec,
      protect: applied?.protect ?? false,
      ports: finished ? applied.ports : [],
    };
    const isOwed = document !== null && owedToGuest(record, document).length > 0;
    existing.set(record.name, { uuid: record.uuid, life: record.life, record, compared, isOwed });
  }
  return existing;
}

/** What the record says about the VM's process; nothing is asked. */
export function recordedPower(record: NodeRecord): 'running' | 'stopped' {
  const vm = record.parts.find((part) => part.kind === 'vm');
  if (vm === undefined || vm.state === 'destroyed') return 'stopped';
  // A step that is at work on it, or failed on it, says nothing about its power.
  const power = vm.outputs['power'] ?? (vm.state === 'complete' ? 'running' : 'stopped');
  return power === 'stopped' ? 'stopped' : 'running';
}
