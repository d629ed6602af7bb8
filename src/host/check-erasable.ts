import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '../core/failure.ts';
import { all, fail, ok, type Result } from '../core/result.ts';
import { homeFolders } from '../core/state/home-paths.ts';
import type { Layout } from '../ports/layout.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';
import { listErasable } from './list-erasable.ts';
import { draftSuffix } from './file-kind.ts';
import { listKnown } from './remove-known.ts';

/** Names everything that would stop an erasing of the home once what is recorded is gone. Changes nothing. */
export async function checkErasable(
  layout: Pick<Layout, 'absolute'>,
  recorded: readonly string[],
): Promise<Result<void>> {
  const listed = await listErasable(layout);
  if (!listed.ok) return listed;
  const known = new Set(recorded.flatMap((path) => [path, `${path}${draftSuffix}`]));
  const checks = await Promise.all([
    ...listed.value.map(({ folder, isKnown }) => listKnown(folder, isKnown)),
    ...[homeFolders.nodes, homeFolders.disks].map((folder) => checkNames(layout, { folder, known })),
  ]);
  const checked = all<unknown>(checks);
  return checked.ok ? ok(undefined) : checked;
}

async function checkNames(
  layout: Pick<Layout, 'absolute'>,
  about: { readonly folder: string; readonly known: ReadonlySet<string> },
): Promise<Result<void>> {
  const folder = layout.absolute(about.folder);
  try {
    const names = (await readdir(folder)).sort().filter((name) => !about.known.has(join(about.folder, name)));
    return names.length === 0 ? ok(undefined) : fail(failure('unknown_file', { folder, names }));
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? ok(undefined) : fail(fileFailure(error, { path: folder, doing: 'list it' }));
  }
}
