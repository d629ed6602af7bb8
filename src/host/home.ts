import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ok, fail, type Result } from '../core/result.ts';
import { homeFolders, homePaths } from '../core/state/home-paths.ts';
import type { Home } from '../ports/home.ts';
import type { Layout } from '../ports/layout.ts';
import { cutLog } from './cut-log.ts';
import { eraseHome } from './erase-home.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';

/** The Home port over the folders of the home. */
export function createHome(layout: Pick<Layout, 'absolute' | 'sockets'>): Home {
  return {
    nodeFolders: () => nodeFolders(layout.absolute(homeFolders.nodes)),
    erase: ({ uuid }) => eraseHome(layout, dirname(layout.sockets(uuid).monitor)),
    cutLogs: () => cutLogs(layout),
  };
}

async function nodeFolders(nodes: string): Promise<Result<readonly string[]>> {
  try {
    return ok((await readdir(nodes)).sort());
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ok([]);
    return fail(fileFailure(error, { path: nodes, doing: 'list it' }));
  }
}

async function cutLogs(layout: Pick<Layout, 'absolute'>): Promise<Result<void>> {
  const folders = await nodeFolders(layout.absolute(homeFolders.nodes));
  if (!folders.ok) return folders;
  for (const name of folders.value) {
    const folder = layout.absolute(join(homeFolders.nodes, name));
    for (const log of [homePaths.serialLog(folder), homePaths.qemuLog(folder)]) {
      const cut = await cutLog(log);
      if (!cut.ok) return cut;
    }
  }
  return ok(undefined);
}
