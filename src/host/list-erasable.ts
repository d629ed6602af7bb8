import { basename, join } from 'node:path';
import { ok, type Result } from '../core/result.ts';
import { homeFolders, homePaths } from '../core/state/home-paths.ts';
import type { Layout } from '../ports/layout.ts';
import { folderNames } from './folder-names.ts';
import { operationFileNames } from './operation-files.ts';
import { isOrderFile } from './operation-order.ts';
import { draftSuffix } from './file-kind.ts';
import type { IsKnown } from './remove-known.ts';

/** A folder of the home and the files that may be in it when the home is erased. */
export interface Erasable {
  readonly folder: string;
  readonly isKnown: IsKnown;
}

/** The folders of keys and of closed operations, each with what may be in it. */
export async function listErasable(layout: Pick<Layout, 'absolute'>): Promise<Result<readonly Erasable[]>> {
  const each = await operationFolders(layout.absolute(homeFolders.operations));
  if (!each.ok) return each;
  return ok([
    ...each.value.map((folder) => ({ folder, isKnown: isOperationFile })),
    { folder: layout.absolute(homeFolders.keys), isKnown: isKeyFile },
  ]);
}

function isOperationFile(name: string): boolean {
  return operationFileNames.some((known) => name === known || name === `${known}${draftSuffix}`);
}

function isKeyFile(name: string): boolean {
  const placed = name.endsWith(draftSuffix) ? name.slice(0, -draftSuffix.length) : name;
  if (placed === basename(homePaths.knownHosts) || placed === basename(homePaths.sshConfig)) return true;
  const key = placed.replace(/\.pub$/, '');
  return key === basename(homePaths.loginKey) || /^(host|control)-[0-9a-f-]{36}$/.test(key);
}

/** Folders that are named like an operation; anything else in their place is reported when the folder itself will not go. */
async function operationFolders(operations: string): Promise<Result<readonly string[]>> {
  const names = await folderNames(operations);
  if (!names.ok) return names;
  return ok(names.value.filter((name) => !isOrderFile(name)).map((name) => join(operations, name)));
}
