import type { NodeName } from '../names.ts';
import type { StateDocument } from './document.ts';
import type { ProcessIdentity } from './process-identity.ts';

export interface SeenProcess {
  readonly node: NodeName;
  readonly identity: ProcessIdentity;
  readonly power: 'launched' | 'running' | 'stopped';
}

/** The document that knows which process a node's VM is. */
export function recordProcess(document: StateDocument, seen: SeenProcess): StateDocument {
  const record = document.nodes[seen.node];
  if (record === undefined) return document;
  const parts = record.parts.map((part) =>
    part.kind === 'vm' ? { ...part, outputs: { ...part.outputs, power: seen.power, pid: seen.identity.pid } } : part,
  );
  return { ...document, nodes: { ...document.nodes, [seen.node]: { ...record, parts, process: seen.identity } } };
}
