import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cachePaths } from '../core/image/cache-paths.ts';
import { fail, type Result } from '../core/result.ts';
import { fileFailure } from './file-failure.ts';
import { makeFolder } from './make-folder.ts';

/** No build or import takes this long, so what is older was left by one that was killed. */
const leftoverMs = 24 * 60 * 60 * 1000;

/** Runs `work` with a private folder of its own inside the cache, on the same file system, and removes the folder after it. */
export async function withIncoming<T>(
  cacheFolder: string,
  now: Date,
  work: (folder: string) => Promise<Result<T>>,
): Promise<Result<T>> {
  const images = join(cacheFolder, cachePaths.images);
  const made = await makeFolder(images);
  if (!made.ok) return made;
  const folder = join(cacheFolder, cachePaths.incoming(randomUUID()));
  try {
    await removeLeftovers(images, now);
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    return fail(fileFailure(error, { path: folder, doing: 'make the folder' }));
  }
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function removeLeftovers(images: string, now: Date): Promise<void> {
  const prefix = basename(cachePaths.incoming(''));
  for (const name of (await readdir(images)).filter((each) => each.startsWith(prefix))) {
    const { mtimeMs } = await stat(join(images, name));
    if (now.getTime() - mtimeMs > leftoverMs) await rm(join(images, name), { recursive: true, force: true });
  }
}
