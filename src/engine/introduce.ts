import { owedToGuest } from '../core/guest/owed-to-guest.ts';
import type { NodeName } from '../core/names.ts';
import { executeNode, type NodeRun } from './execute-node.ts';
import type { NodeWork } from './operate.ts';

/**
 * Tells the control node of its peers, when their work is done. Where its own work was not, it stays untold: what is
 * pending then is the least of it. What went wrong with the record is told where nothing else went wrong with the node.
 */
export async function introduce({ context, steps }: NodeWork, runs: Map<NodeName, NodeRun>): Promise<void> {
  const { ledger, name, ports } = context;
  const record = ledger.document.nodes[name];
  const isSetUp = record?.parts.some(({ kind, state }) => kind === 'guest' && state === 'complete') ?? false;
  if (!isSetUp || record?.life !== 'committed' || record.uuid !== steps[0]?.action.uuid) return;
  const run = await executeNode(context, steps);
  const own = runs.get(name);
  if (run.stage === null) {
    if (own === undefined) reportEnd({ context });
    return;
  }
  if (own !== undefined && own.stage !== null) return;
  runs.set(name, run);
  for (const failure of run.failures) ports.events.emit({ kind: 'node_failed', node: name, failure });
}

/** A node that the command is not about was told, and is otherwise as it was. */
function reportEnd({ context: { ledger, name, ports } }: Pick<NodeWork, 'context'>): void {
  const record = ledger.document.nodes[name];
  const isOwed = record !== undefined && owedToGuest(record, ledger.document).includes('peer_keys');
  const detail = isOwed ? null : 'it knows the host keys of its peers';
  ports.events.emit({ kind: 'node_finished', node: name, result: 'unchanged', detail });
}
