import { stateSchema, type StateDocument } from './document.ts';

/** What a home without a document stands for: the base of the first commit. */
export function emptyDocument(writtenBy: string): StateDocument {
  return {
    schema: stateSchema,
    version: 0,
    writtenBy,
    fence: { epoch: 0, owner: null },
    deployment: null,
    nodes: {},
    replacements: {},
    retained: [],
    operation: null,
    events: [],
  };
}
