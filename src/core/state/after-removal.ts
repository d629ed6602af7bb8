import type { Action } from '../plan/action.ts';
import type { StateDocument } from './document.ts';
import { forgetLife } from './forget-life.ts';
import { markDestroyed } from './mark-destroyed.ts';

/** What else is true once a removal is complete, besides the state of its part. */
export function afterRemoval(document: StateDocument, action: Action): StateDocument {
  switch (action.kind) {
    case 'remove_node_record': {
      const record = document.nodes[action.node];
      return record?.uuid === action.uuid ? markDestroyed(document, action.node) : document;
    }
    case 'remove_other_life':
      return forgetLife(document, action);
    case 'remove_retained_disk':
      return { ...document, retained: document.retained.filter((disk) => disk.diskUuid !== action.diskUuid) };
    default:
      return document;
  }
}
