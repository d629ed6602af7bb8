import type { Deployment, NodeRecord, RetainedDisk, StateDocument } from './document.ts';
import type { Operation } from './operation.ts';

export interface Opening {
  readonly operation: Operation;
  /** Made by the first `up`; later ones keep what is there. */
  readonly deployment: Deployment | null;
  /** Records of nodes whose creation begins here; they replace the record of a destroyed earlier life. */
  readonly created: readonly NodeRecord[];
}

/**
 * The document in which an operation has begun: its steps, its new nodes and the disks that they take over stand in one
 * commit, before the first mutation. Precondition: no operation is open.
 */
export function openOperation(document: StateDocument, opening: Opening): StateDocument {
  const taken = new Set(opening.created.flatMap((node) => node.parts.map((part) => part.diskUuid)));
  const nodes = { ...document.nodes };
  for (const record of opening.created) nodes[record.name] = record;
  return {
    ...document,
    deployment: document.deployment ?? opening.deployment,
    nodes,
    retained: document.retained.filter((disk: RetainedDisk) => !taken.has(disk.diskUuid)),
    operation: opening.operation,
  };
}
