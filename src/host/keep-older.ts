import { join } from 'node:path';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { stateSchema, type StateDocument } from '../core/state/document.ts';
import { fileFacts } from './document-file-facts.ts';
import type { OlderDocument } from '../ports/state-store.ts';
import { fileFailure } from './file-failure.ts';
import { maxDocumentBytes } from './read-state.ts';
import { readPrivate } from './read-private.ts';
import { replacePrivate } from './replace-private.ts';
import { versionFileName } from './state-folder.ts';

/** Where the file of this document is kept once a commit builds on it; null when it is of the current schema. */
export function olderDocument(folder: string, document: StateDocument): OlderDocument | null {
  const facts = fileFacts(document);
  if (facts === null || facts.schema === stateSchema) return null;
  const [name = ''] = versionFileName(document.version).split('.');
  return { schema: facts.schema, file: join(folder, `${name}.schema-${String(facts.schema)}.json`) };
}

/** True for the name of a kept document, or of one that was on its way when a command died. */
export function isKeptDocument(name: string): boolean {
  return /^(?:\d{10}\.schema-\d+\.json|\.draft-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/u.test(name);
}

/** Puts a copy of an older document aside, durably, before the first commit in the current schema builds on it. */
export async function keepOlder(folder: string, base: StateDocument): Promise<Result<void>> {
  const older = olderDocument(folder, base);
  if (older === null) return ok(undefined);
  const text = await readPrivate(join(folder, versionFileName(base.version)), { maxBytes: maxDocumentBytes });
  if (!text.ok) return text;
  if (text.value === null) return fail(failure('state_stale', { version: base.version + 1 }));
  try {
    // Others may be at it too; all of them write the same bytes.
    await replacePrivate(older.file, text.value);
    return ok(undefined);
  } catch (error) {
    return fail(fileFailure(error, { path: older.file, doing: 'keep the older document' }));
  }
}
