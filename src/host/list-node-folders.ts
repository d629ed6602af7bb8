import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fail, ok, type Result } from '../core/result.ts';
import { homePaths, nodeOfFolder } from '../core/state/home-paths.ts';
import { readNodeJson } from '../core/state/read-node-json.ts';
import type { NodeFolder } from '../ports/home.ts';
import { fileFailure } from './file-failure.ts';
import { fileKind } from './file-kind.ts';
import { folderNames } from './folder-names.ts';
import { readBounded } from './read-bounded.ts';

const maxRecordBytes = 4 * 1024 * 1024;

/** What stands below `nodes/`, sorted, with whose it is. Follows no link. */
export async function listNodeFolders(nodes: string): Promise<Result<readonly NodeFolder[]>> {
  const names = await folderNames(nodes);
  if (!names.ok) return names;
  try {
    return ok(await Promise.all(names.value.map((name) => look(join(nodes, name)))));
  } catch (error) {
    return fail(fileFailure(error, { path: nodes, doing: 'list it' }));
  }
}

async function look(folder: string): Promise<NodeFolder> {
  const name = basename(folder);
  if ((await fileKind(folder)) !== 'folder') return { name, made: null, called: null };
  const read = await readBounded(homePaths.nodeRecord(folder), maxRecordBytes);
  const made = read.kind === 'read' ? readNodeJson(Buffer.from(read.bytes).toString('utf8')) : null;
  const isEmpty = made === null && (await readdir(folder)).length === 0;
  return { name, made, called: made !== null || isEmpty ? null : nodeOfFolder(name) };
}
