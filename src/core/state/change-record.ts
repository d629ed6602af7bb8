import type { NodeName } from '../names.ts';
import type { NodeRecord, StateDocument } from './document.ts';

/** The change of one node's record as a change of the document; a node that is not there is left alone. */
export function changeRecord(
  name: NodeName,
  change: (record: NodeRecord) => NodeRecord,
): (document: StateDocument) => StateDocument {
  return (document) => {
    const record = document.nodes[name];
    if (record === undefined) return document;
    return { ...document, nodes: { ...document.nodes, [name]: change(record) } };
  };
}
