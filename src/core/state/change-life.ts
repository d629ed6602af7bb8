import type { NodeRecord, Replacement, StateDocument } from './document.ts';
import { findLife, type LifeTarget } from './find-life.ts';

/** The change of one life's record as a change of the document; a life that is not there is left alone. */
export function changeLife(
  target: LifeTarget,
  change: (record: NodeRecord) => NodeRecord,
): (document: StateDocument) => StateDocument {
  return (document) => {
    const record = findLife(document, target);
    if (record === undefined) return document;
    const { node, uuid } = target;
    const changed = change(record);
    if (document.nodes[node]?.uuid === uuid) return { ...document, nodes: { ...document.nodes, [node]: changed } };
    const replacement = document.replacements[node];
    if (replacement === undefined) return document;
    const replaced = put(replacement, changed);
    return { ...document, replacements: { ...document.replacements, [node]: replaced } };
  };
}

function put({ coming, going }: Replacement, changed: NodeRecord): Replacement {
  return {
    coming: coming?.record.uuid === changed.uuid ? { ...coming, record: changed } : coming,
    going: going.map((record) => (record.uuid === changed.uuid ? changed : record)),
  };
}
