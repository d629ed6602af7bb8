import { join } from 'node:path';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import { type DocumentStore, publishDocument } from './commit-document.ts';
import { headLength } from './document-file-facts.ts';
import { fileFailure } from './file-failure.ts';
import { readNewest } from './read-state.ts';
import { standingHead } from './standing-head.ts';
import { listState, versionFileName } from './state-folder.ts';

/** Publishes a document on top of a newest version that does not read; that file is the base, by its very bytes. */
export async function rebuildState(next: StateDocument, store: DocumentStore): Promise<Result<StateDocument>> {
  const listing = listState(store.folder);
  if (!listing.ok) return listing;
  const version = listing.value.versions.at(-1) ?? 0;
  // Read before it is judged: bytes that change in between are another base.
  const head = beginningOf(join(store.folder, versionFileName(version)));
  if (!head.ok) return head;
  const read = await readNewest(store.folder, store.identifiers.sha256);
  if (read.ok) return fail(failure('state_stale', { version: version + 1 }));
  if (!read.failures.some((each) => each.reason === 'state_damaged')) return read;
  return publishDocument(next, { version, head: head.value }, store);
}

function beginningOf(file: string): Result<string> {
  try {
    return ok(standingHead(file, headLength) ?? '');
  } catch (error) {
    return fail(fileFailure(error, { path: file, doing: 'read it' }));
  }
}
