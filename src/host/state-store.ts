import { ok } from '../core/result.ts';
import { stateSchema, type StateDocument } from '../core/state/document.ts';
import { encodeDocument } from '../core/state/document-file.ts';
import { homeFolders } from '../core/state/home-paths.ts';
import type { Identifiers } from '../ports/identifiers.ts';
import type { Layout } from '../ports/layout.ts';
import type { Processes } from '../ports/processes.ts';
import type { StateStore } from '../ports/state-store.ts';
import { commitState, type CommitFaults } from './commit-state.ts';
import { discardState } from './discard-state.ts';
import { makeFolder } from './make-folder.ts';
import { operationText, writeOperationFile } from './operation-files.ts';
import { pruneOperations } from './prune-operations.ts';
import { readLastGood, readNewest } from './read-state.ts';

const versionsKept = 50;
const operationsKept = 200;

export interface StateStoreOptions {
  readonly layout: Pick<Layout, 'absolute'>;
  /** Of this program; stands in every document that it writes. */
  readonly version: string;
  readonly identifiers: Identifiers;
  readonly processes: Processes;
  /** Document versions and closed operations that are kept; at least 2 versions. */
  readonly keep?: { readonly versions: number; readonly operations: number };
  readonly faults?: CommitFaults;
}

/** The StateStore port over the home's `state` and `operations` folders. */
export function createStateStore(options: StateStoreOptions): StateStore {
  const folder = options.layout.absolute(homeFolders.state);
  const operations = options.layout.absolute(homeFolders.operations);
  const keep = options.keep ?? { versions: versionsKept, operations: operationsKept };
  const { sha256 } = options.identifiers;
  return {
    read: () => readNewest(folder, sha256),
    readLastGood: () => readLastGood(folder, sha256),
    async commit(base, next) {
      // Only the first commit may make the home: a later one must not bring an erased home back.
      const made = base === null ? await makeFolder(folder) : ok(undefined);
      if (!made.ok) return made;
      const baseVersion = base?.version ?? 0;
      const document: StateDocument = { ...next, schema: stateSchema, version: baseVersion + 1, writtenBy: options.version };
      const committed = await commitState({
        folder,
        base: baseVersion,
        text: encodeDocument(document, sha256),
        keep: keep.versions,
        token: options.identifiers.token(),
        processes: options.processes,
        faults: options.faults ?? {},
      });
      return committed.ok ? ok(document) : committed;
    },
    discard: (last) => discardState(folder, last.version),
    async archive(operation) {
      const written = await writeOperationFile(operations, { operation, name: 'operation.json', text: operationText(operation) });
      if (written.ok) await pruneOperations(operations, keep.operations);
      return written;
    },
    keepInputs: (operation, text) => writeOperationFile(operations, { operation, name: 'manifest.yml', text }),
  };
}
