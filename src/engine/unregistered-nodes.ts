import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { livesOf } from '../core/state/find-life.ts';
import type { StateDocument } from '../core/state/document.ts';
import type { UnregisteredFolder } from '../core/state/unregistered-folder.ts';
import type { NodeFolder } from '../ports/home.ts';
import type { EnginePorts } from './engine-ports.ts';
import { readDocument } from './read-document.ts';

type Looking = Pick<EnginePorts, 'store' | 'home' | 'processes'>;

/** What stands below `nodes/` and is in no record, with what can be told about it. Read-only. */
export async function unregisteredFolders(
  ports: Looking,
  document: StateDocument | null,
): Promise<Result<readonly UnregisteredFolder[]>> {
  const folders = await ports.home.nodeFolders();
  if (!folders.ok) return folders;
  if (missing(folders.value, document).length === 0) return ok([]);
  // A command at work may have recorded and made a node since this document was read.
  const newest = await readDocument(ports);
  const found = missing(folders.value, newest.ok ? newest.value.document : document);
  return ok(
    found.map(({ name, made }) => ({
      folder: `nodes/${name}`,
      made,
      pids: made === null ? [] : pidsOf(ports, made.uuid),
    })),
  );
}

/** `unregistered_nodes` while a node of ours stands there that no record names: it could be made a second time, or be forgotten. */
export async function requireRegistered(ports: Looking, document: StateDocument | null): Promise<Result<void>> {
  const folders = await unregisteredFolders(ports, document);
  if (!folders.ok) return folders;
  const found = folders.value.filter((folder) => folder.made !== null);
  return found.length === 0 ? ok(undefined) : fail(failure('unregistered_nodes', { found }));
}

function missing(folders: readonly NodeFolder[], document: StateDocument | null): readonly NodeFolder[] {
  const known = new Set((document === null ? [] : livesOf(document)).map((record) => record.folder));
  return folders.filter(({ name }) => !known.has(`nodes/${name}`));
}

function pidsOf({ processes }: Looking, uuid: string): readonly number[] {
  return processes.findByArguments(['-uuid', uuid]).map((found) => found.identity.pid);
}
