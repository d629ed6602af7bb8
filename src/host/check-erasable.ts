import { join } from 'node:path';
import { failure } from '../core/failure.ts';
import { all, fail, ok, type Result } from '../core/result.ts';
import { homeFolders } from '../core/state/home-paths.ts';
import type { Layout } from '../ports/layout.ts';
import { listErasable } from './list-erasable.ts';
import { draftSuffix, fileKind } from './file-kind.ts';
import { folderNames } from './folder-names.ts';
import { listKnown } from './remove-known.ts';
import { listState, versionFileName } from './state-folder.ts';

/** Names everything that would stop an erasing of the home once what is recorded is gone. Changes nothing. */
export async function checkErasable(
  layout: Pick<Layout, 'absolute'>,
  recorded: readonly string[],
): Promise<Result<void>> {
  const listed = await listErasable(layout);
  if (!listed.ok) return listed;
  const known = new Set(recorded.flatMap((path) => [path, `${path}${draftSuffix}`]));
  const checks = await Promise.all([
    ...listed.value.map(({ folder, isKnown }) => listKnown(folder, isKnown, 'everything')),
    checkVersions(layout.absolute(homeFolders.state)),
    ...[homeFolders.nodes, homeFolders.disks].map((folder) => checkNames(layout, { folder, known })),
  ]);
  const checked = all<unknown>(checks);
  return checked.ok ? ok(undefined) : checked;
}

/** A version of the record that is no file was not made here, and would keep the folder of the record. */
async function checkVersions(folder: string): Promise<Result<unknown>> {
  const listed = listState(folder);
  if (!listed.ok) return listed;
  const checks = listed.value.versions.map(async (version): Promise<Result<void>> => {
    const path = join(folder, versionFileName(version));
    const kind = await fileKind(path);
    const isOurs = kind === 'file' || kind === 'absent';
    return isOurs ? ok(undefined) : fail(failure('foreign_file', { path, kind }));
  });
  return all(await Promise.all(checks));
}

async function checkNames(
  layout: Pick<Layout, 'absolute'>,
  about: { readonly folder: string; readonly known: ReadonlySet<string> },
): Promise<Result<void>> {
  const folder = layout.absolute(about.folder);
  const listed = await folderNames(folder);
  if (!listed.ok) return listed;
  const names = listed.value.filter((name) => !about.known.has(join(about.folder, name)));
  return names.length === 0 ? ok(undefined) : fail(failure('unknown_file', { folder, names, stays: 'everything' }));
}
