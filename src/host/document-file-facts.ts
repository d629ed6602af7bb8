import type { StateDocument } from '../core/state/document.ts';

/** What the file holds that a document was read from or written to. */
export interface DocumentFileFacts {
  /** Its beginning: the checksum is in it, and all before that is ASCII. */
  readonly head: string;
  /** As it stands on file; an older one than the document's own after an upgrade. */
  readonly schema: number;
}

const known = new WeakMap<StateDocument, DocumentFileFacts>();

export const headLength = 80;

function headOf(text: string): string {
  return text.slice(0, headLength);
}

/** So that the next commit need not encode its base again, and could not where that is of an older schema. */
export function rememberFile(document: StateDocument, facts: { readonly text: string; readonly schema: number }): void {
  known.set(document, { head: headOf(facts.text), schema: facts.schema });
}

/** Null for a document that was neither read nor committed here. */
export function fileFacts(document: StateDocument): DocumentFileFacts | null {
  return known.get(document) ?? null;
}
