import { isForeign } from '../core/recovery/is-foreign.ts';
import { ok, type Result } from '../core/result.ts';
import { livesOf } from '../core/state/find-life.ts';
import type { StateDocument } from '../core/state/document.ts';
import type { NodeFolder } from '../ports/home.ts';
import type { EnginePorts } from './engine-ports.ts';
import { readDocument } from './read-document.ts';

export interface UnknownFolders {
  /** All that stand below `nodes/`. */
  readonly folders: readonly NodeFolder[];
  /** Those of them that no record names. */
  readonly unknown: readonly NodeFolder[];
  /** The document that they were compared with: the one given, or a newer one. */
  readonly document: StateDocument | null;
  /** That document is of another deployment: none of what is here is what it names. */
  readonly isForeign: boolean;
}

/** What stands below `nodes/` and is in no record. Read-only, and looks at no process. */
export async function unknownFolders(
  ports: Pick<EnginePorts, 'store' | 'home'>,
  document: StateDocument | null,
): Promise<Result<UnknownFolders>> {
  const listed = await ports.home.nodeFolders();
  if (!listed.ok) return listed;
  const folders = listed.value;
  if (missing(folders, document).length === 0 && !isForeign(document, folders))
    return ok({ folders, unknown: [], document, isForeign: false });
  // A command at work may have recorded and made a node since this document was read.
  const newest = await readDocument(ports);
  const current = newest.ok ? newest.value.document : document;
  const foreign = isForeign(current, folders);
  return ok({
    folders,
    unknown: foreign ? folders : missing(folders, current),
    document: current,
    isForeign: foreign,
  });
}

function missing(folders: readonly NodeFolder[], document: StateDocument | null): readonly NodeFolder[] {
  const known = new Set((document === null ? [] : livesOf(document)).map((record) => record.folder));
  return folders.filter(({ name }) => !known.has(`nodes/${name}`));
}
