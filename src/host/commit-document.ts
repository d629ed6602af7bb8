import { dirname } from 'node:path';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { stateSchema, type StateDocument } from '../core/state/document.ts';
import { encodeDocument } from '../core/state/document-file.ts';
import type { Identifiers } from '../ports/identifiers.ts';
import type { Processes } from '../ports/processes.ts';
import { commitState, type CommitFaults, type CommitRequest } from './commit-state.ts';
import { makeFolder } from './make-folder.ts';

export interface DocumentStore {
  readonly folder: string;
  readonly version: string;
  readonly keep: number;
  readonly identifiers: Identifiers;
  readonly processes: Processes;
  readonly faults?: CommitFaults;
}

/** Beginnings of the files of documents that were committed here, so that the next commit need not encode its base again. */
const heads = new WeakMap<StateDocument, string>();

/** Gives the next document its number and publishes it. */
export async function commitDocument(
  change: { readonly base: StateDocument | null; readonly next: StateDocument },
  store: DocumentStore,
): Promise<Result<StateDocument>> {
  const { base, next } = change;
  // Only the first commit may make the home: a later one must not bring an erased home back.
  const made = base === null ? await makeHome(store.folder) : ok(undefined);
  if (!made.ok) return made;
  const head = base === null ? '' : (heads.get(base) ?? headOf(encodeDocument(base, store.identifiers.sha256)));
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
  const text = encodeDocument(document, store.identifiers.sha256);
  const committed = await commitState({
    folder: store.folder,
    base,
    text,
    keep: store.keep,
    token: store.identifiers.token(),
    processes: store.processes,
    faults: store.faults ?? {},
  });
  if (!committed.ok) return committed;
  heads.set(document, headOf(text));
  return ok(document);
}

async function makeHome(stateFolder: string): Promise<Result<void>> {
  const made = await makeFolder(stateFolder);
  const trouble = made.ok ? undefined : made.failures.find((each) => each.reason === 'file_error');
  if (trouble === undefined) return made;
  const home = dirname(stateFolder);
  return fail(failure('home_unusable', { home, part: home, problem: { kind: 'not_writable', code: trouble.code } }));
}

/** The checksum is in it; all before it is ASCII. */
export const headLength = 80;

function headOf(text: string): string {
  return text.slice(0, headLength);
}
