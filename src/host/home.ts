import { dirname } from 'node:path';
import { failure } from '../core/failure.ts';
import { ok, fail, type Result } from '../core/result.ts';
import { homeFolders, homePaths } from '../core/state/home-paths.ts';
import { whileOwned } from '../core/state/while-owned.ts';
import type { Home } from '../ports/home.ts';
import type { Layout } from '../ports/layout.ts';
import { checkErasable } from './check-erasable.ts';
import { cutLog } from './cut-log.ts';
import { eraseHome } from './erase-home.ts';
import { fileFailure } from './file-failure.ts';
import { fileKind } from './file-kind.ts';
import { isInside } from './is-inside.ts';
import { listControlKeys } from './list-control-keys.ts';
import { listDiskFiles } from './list-disk-files.ts';
import { listNodeFolders } from './list-node-folders.ts';

/** The Home port over the folders of the home. */
export function createHome(layout: Pick<Layout, 'absolute' | 'sockets'>): Home {
  return {
    nodeFolders: () => listNodeFolders(layout.absolute(homeFolders.nodes)),
    diskFiles: () => listDiskFiles(layout.absolute(homeFolders.disks)),
    controlKeys: () => listControlKeys(layout.absolute(homeFolders.keys)),
    holds: (file) => isInside(dirname(file), layout.absolute('.')),
    checkErasable: (recorded) => checkErasable(layout, recorded),
    erase: (running) => whileOwned(running, () => eraseHome(layout, dirname(layout.sockets(running.uuid).monitor))),
    cutLogs: (folders) => cutLogs(layout, folders),
  };
}

/** Neither `nodes` nor the node's own folder may be a link: what is behind it is not ours to cut. */
async function cutLogs(layout: Pick<Layout, 'absolute'>, folders: readonly string[]): Promise<Result<void>> {
  for (const relative of folders) {
    const folder = layout.absolute(relative);
    const real = await areFolders([dirname(folder), folder]);
    if (!real.ok) return real;
    if (!real.value) continue;
    for (const log of [homePaths.serialLog(folder), homePaths.qemuLog(folder)]) {
      const cut = await cutLog(log);
      if (!cut.ok) return cut;
    }
  }
  return ok(undefined);
}

/** False when one of them is absent. */
async function areFolders(paths: readonly string[]): Promise<Result<boolean>> {
  for (const path of paths) {
    try {
      const kind = await fileKind(path);
      if (kind === 'absent') return ok(false);
      if (kind !== 'folder') return fail(failure('foreign_file', { path, kind }));
    } catch (error) {
      return fail(fileFailure(error, { path, doing: 'look at it' }));
    }
  }
  return ok(true);
}
