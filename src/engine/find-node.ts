import { selectNodes } from '../core/plan/select-nodes.ts';
import { ok, type Result } from '../core/result.ts';
import type { Deployment, NodeRecord, StateDocument } from '../core/state/document.ts';
import type { Standing } from '../core/state/standing.ts';
import { untouched } from '../core/untouched.ts';
import type { EnginePorts } from './engine-ports.ts';
import { noDeployment } from './no-deployment.ts';
import { readUsable, standingOf } from './read-usable.ts';

export interface FoundNode {
  readonly document: StateDocument;
  readonly deployment: Deployment;
  readonly record: NodeRecord;
  readonly standing: Standing;
}

/** The record of one existing node, for commands that look at or into it. Takes no lock. */
export async function findNode(
  ports: EnginePorts,
  query: { readonly node: string; readonly command: string },
): Promise<Result<FoundNode>> {
  const read = await readUsable(ports);
  if (!read.ok) return untouched(read);
  const { document, note } = read.value;
  if (note !== null) ports.events.emit({ kind: 'note', text: note });
  const deployment = document?.deployment ?? null;
  if (document === null || deployment === null) return noDeployment(ports, query.command);
  const living = Object.values(document.nodes).filter((node) => node.life !== 'destroyed');
  const chosen = selectNodes([query.node], { nodes: living, skipped: [] });
  if (!chosen.ok) return chosen;
  const record = living.find((node) => node.name === query.node);
  if (record === undefined) throw new Error(`selected node ${query.node} has no record`);
  return ok({ document, deployment, record, standing: standingOf(read.value, record.name) });
}
