import { dirname } from 'node:path';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import { holdsFence } from '../core/state/fence.ts';
import { homeFolders } from '../core/state/home-paths.ts';
import type { Owned } from '../core/state/running.ts';
import type { Identifiers } from '../ports/identifiers.ts';
import type { Layout } from '../ports/layout.ts';
import type { Processes } from '../ports/processes.ts';
import type { StateStore } from '../ports/state-store.ts';
import { commitDocument } from './commit-document.ts';
import type { CommitFaults } from './commit-state.ts';
import { discardState } from './discard-state.ts';
import { olderDocument } from './keep-older.ts';
import { writeInRoom } from './write-in-room.ts';
import { operationText, writeOperationFile } from './operation-files.ts';
import { putInOrder } from './operation-order.ts';
import { pruneOperations } from './prune-operations.ts';
import { keptInputsOf, readInputs, readOperations } from './read-operations.ts';
import { rebuildState } from './rebuild-state.ts';
import { readLastGood, readNewest } from './read-state.ts';
import { listState } from './state-folder.ts';

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
  const keep = options.keep ?? { versions: 50, operations: 200 };
  const { sha256 } = options.identifiers;
  const ownedBy = (token: string | null): Owned => ({
    stillOwned: async () => (token === null ? ok(undefined) : requireOwner(await readNewest(folder, sha256), token)),
  });
  return {
    read: () => readNewest(folder, sha256),
    readLastGood: () => readLastGood(folder, sha256),
    commit: (base, next, { whenFull = 'fail' } = {}) =>
      writeInRoom({ state: folder, whenFull, keepFrom: base?.version ?? 0, folder }, () =>
        commitDocument({ base, next }, { ...options, folder, keep: keep.versions }),
      ),
    olderOf: (document) => olderDocument(folder, document),
    rebuild: (next) => rebuildState(next, { ...options, folder, keep: keep.versions }),
    discard: (last) => discardState({ folder, operations }, last.version),
    async archive(operation, { whenFull = 'fail', owner }) {
      const text = operationText(operation);
      // The newest version stays, whatever its number.
      const room = { state: folder, whenFull, keepFrom: newestVersion(folder), folder: dirname(operations) };
      const written = await writeInRoom(room, async () => {
        const filed = await writeOperationFile(operations, {
          ...{ operation, name: 'operation.json', text },
          running: ownedBy(owner),
        });
        return filed.ok ? putInOrder(operations, operation.id) : filed;
      });
      if (written.ok) await pruneOperations(operations, keep.operations);
      return written;
    },
    operations: () => readOperations(operations),
    readInputs: (operation) => readInputs(operations, operation.id),
    keptInputs: (operation) => keptInputsOf(operations, operation.id),
    keepInputs: (operation, { manifestText: text, owner }) =>
      writeOperationFile(operations, { operation, name: 'manifest.yml', text, running: ownedBy(owner) }),
  };
}

function requireOwner(newest: Result<StateDocument | null>, token: string): Result<void> {
  if (!newest.ok) return newest;
  if (newest.value !== null && holdsFence(newest.value, token)) return ok(undefined);
  return fail(failure('fenced', { epoch: newest.value?.fence.epoch ?? 0 }));
}

function newestVersion(folder: string): number {
  const listing = listState(folder);
  return listing.ok ? (listing.value.versions.at(-1) ?? 0) : 0;
}
