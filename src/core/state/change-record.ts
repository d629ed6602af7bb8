import type { NodeName } from '../names.ts';
import { changeLife } from './change-life.ts';
import type { NodeRecord, StateDocument } from './document.ts';

/** The change of the record of a node's own life as a change of the document; a node that is not there is left alone. */
export function changeRecord(
  name: NodeName,
  change: (record: NodeRecord) => NodeRecord,
): (document: StateDocument) => StateDocument {
  return (document) => {
    const uuid = document.nodes[name]?.uuid;
    return uuid === undefined ? document : changeLife({ node: name, uuid }, change)(document);
  };
}
