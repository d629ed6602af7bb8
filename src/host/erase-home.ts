import { readdir, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ok, fail, type Result } from '../core/result.ts';
import { homeFolders, homePaths } from '../core/state/home-paths.ts';
import type { Layout } from '../ports/layout.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';
import { operationFileNames } from './operation-files.ts';
import { draftSuffix } from './place-file.ts';
import { listKnown, removeEmpty, removeKnown, type IsKnown } from './remove-known.ts';

/** A folder of the home and the files that may be in it when the home is erased. */
interface Erasable {
  readonly folder: string;
  readonly isKnown: IsKnown;
}

/**
 * Removes keys and closed operations, then the folders, that of the sockets too if it is empty. If anything is there that Paddock did not make, it is named and
 * nothing at all is removed, so that the record can still say what happened.
 */
export async function eraseHome(layout: Pick<Layout, 'absolute'>, socketFolder: string): Promise<Result<void>> {
  const operations = layout.absolute(homeFolders.operations);
  const each = await operationFolders(operations);
  if (!each.ok) return each;
  const erasable: readonly Erasable[] = [
    ...each.value.map((folder) => ({ folder, isKnown: isOperationFile })),
    { folder: layout.absolute(homeFolders.keys), isKnown: isKeyFile },
    // Empty by now: every node and every disk has had a removal of its own.
    { folder: layout.absolute(homeFolders.nodes), isKnown: () => false },
    { folder: layout.absolute(homeFolders.disks), isKnown: () => false },
  ];
  for (const { folder, isKnown } of erasable) {
    const listed = await listKnown(folder, isKnown);
    if (!listed.ok) return listed;
  }
  for (const { folder, isKnown } of erasable) {
    const removed = await removeKnown(folder, isKnown);
    if (!removed.ok) return removed;
  }
  await rmdir(socketFolder).catch(() => undefined);
  await clearWaiting(layout.absolute(homeFolders.waiting));
  return removeEmpty(operations);
}

function isOperationFile(name: string): boolean {
  return operationFileNames.some((known) => name === known || name === `${known}${draftSuffix}`);
}

function isKeyFile(name: string): boolean {
  if (name === basename(homePaths.knownHosts)) return true;
  if (/^\.draft-[0-9a-f-]{36}$/.test(name)) return true;
  const key = name.replace(/\.pub$/, '');
  return key === basename(homePaths.loginKey) || /^host-[0-9a-f-]{36}$/.test(key);
}

/** Folders that are named like an operation; anything else in their place is reported when the folder itself will not go. */
async function operationFolders(operations: string): Promise<Result<readonly string[]>> {
  try {
    return ok((await readdir(operations)).map((name) => join(operations, name)));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ok([]);
    return fail(fileFailure(error, { path: operations, doing: 'list it' }));
  }
}

/** Places in the waiting room are empty folders and grant nothing, our own among them. */
async function clearWaiting(waiting: string): Promise<void> {
  const names = await readdir(waiting).catch(() => []);
  await Promise.all(names.map((name) => rmdir(join(waiting, name)).catch(() => undefined)));
  await rmdir(waiting).catch(() => undefined);
}
