import type { NodeName } from '../names.ts';
import type { ComingLife, Deployment, NodeRecord, Replacement, RetainedDisk, StateDocument } from './document.ts';
import { giveUpLife } from './give-up-life.ts';
import type { Operation } from './operation.ts';

export interface Opening {
  readonly operation: Operation;
  /** Made by the first `up`; later ones keep what is there. */
  readonly deployment: Deployment | null;
  /** Records of nodes whose creation begins here; they replace the record of a destroyed earlier life. */
  readonly created: readonly NodeRecord[];
  /** New lives of nodes that exist. One that was being made for the same node is given up. */
  readonly coming?: readonly ComingLife[];
}

/**
 * The document in which an operation has begun: its steps, its new nodes and lives and the disks that they take over stand
 * in one commit, before the first mutation. Precondition: no operation is open.
 */
export function openOperation(document: StateDocument, opening: Opening): StateDocument {
  const coming = opening.coming ?? [];
  const begun = [...opening.created, ...coming.map(({ record }) => record)];
  const taken = new Set(begun.flatMap((node) => node.parts.map((part) => part.diskUuid)));
  const nodes = { ...document.nodes };
  for (const record of opening.created) nodes[record.name] = record;
  const replacements = { ...document.replacements };
  for (const life of coming) replacements[life.record.name] = begin(document, life);
  return {
    ...document,
    deployment: document.deployment ?? opening.deployment,
    nodes,
    replacements,
    retained: document.retained.filter((disk: RetainedDisk) => !taken.has(disk.diskUuid)),
    operation: opening.operation,
  };
}

function begin(document: StateDocument, coming: ComingLife): Replacement {
  const name: NodeName = coming.record.name;
  const own = document.nodes[name];
  const before = document.replacements[name] ?? { coming: null, going: [] };
  const givenUp =
    before.coming === null || own === undefined ? [] : [giveUpLife(before.coming.record, [own, coming.record])];
  return { coming, going: [...before.going, ...givenUp] };
}
