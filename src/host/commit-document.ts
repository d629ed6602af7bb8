import { dirname } from 'node:path';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { stateSchema, type StateDocument } from '../core/state/document.ts';
import type { Identifiers } from '../ports/identifiers.ts';
import type { Processes } from '../ports/processes.ts';
import { commitState, type CommitFaults, type CommitRequest } from './commit-state.ts';
import { documentBytes } from './document-bytes.ts';
import { fileFacts, rememberFile } from './document-file-facts.ts';
import { keepOlder } from './keep-older.ts';
import { makeFolder } from './make-folder.ts';

export interface DocumentStore {
  readonly folder: string;
  readonly version: string;
  readonly keep: number;
  readonly identifiers: Identifiers;
  readonly processes: Processes;
  readonly faults?: CommitFaults;
}

/** Gives the next document its number and publishes it; a base of an older schema is put aside first. */
export async function commitDocument(
  change: { readonly base: StateDocument | null; readonly next: StateDocument },
  store: DocumentStore,
): Promise<Result<StateDocument>> {
  const { base, next } = change;
  // Only the first commit may make the home: a later one must not bring an erased home back.
  const ready = base === null ? await makeHome(store.folder) : await keepOlder(store.folder, base);
  if (!ready.ok) return ready;
  const head = base === null ? '' : (fileFacts(base)?.head ?? documentBytes(base, store.identifiers).head);
  return publishDocument(next, { version: base?.version ?? 0, head }, store);
}

/** Publishes a document on top of a version that is told by the beginning of its file, see CommitRequest. */
export async function publishDocument(
  next: StateDocument,
  base: CommitRequest['base'],
  store: DocumentStore,
): Promise<Result<StateDocument>> {
  const document: StateDocument = {
    ...next,
    schema: stateSchema,
    version: base.version + 1,
    writtenBy: store.version,
  };
  const { head, bytes } = documentBytes(document, store.identifiers);
  const committed = await commitState({
    folder: store.folder,
    base,
    bytes,
    keep: store.keep,
    token: store.identifiers.token(),
    processes: store.processes,
    faults: store.faults ?? {},
  });
  if (!committed.ok) return committed;
  rememberFile(document, { text: head, schema: stateSchema });
  return ok(document);
}

async function makeHome(stateFolder: string): Promise<Result<void>> {
  const made = await makeFolder(stateFolder);
  const trouble = made.ok ? undefined : made.failures.find((each) => each.reason === 'file_error');
  if (trouble === undefined) return made;
  const home = dirname(stateFolder);
  return fail(failure('home_unusable', { home, part: home, problem: { kind: 'not_writable', code: trouble.code } }));
}
