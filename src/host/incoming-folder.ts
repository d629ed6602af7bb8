import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cachePaths } from '../core/image/cache-paths.ts';
import { fail, type Result } from '../core/result.ts';
import type { Processes } from '../ports/processes.ts';
import { fileFailure } from './file-failure.ts';
import { makeFolder } from './make-folder.ts';
import { processOfWords, processWords, processWordsPattern } from './process-words.ts';

const prefix = basename(cachePaths.incoming(''));
const ownToken = new RegExp(`^${processWordsPattern}-[0-9a-f]+$`, 'u');

export interface IncomingPlace {
  /** PADDOCK_CACHE, absolute. */
  readonly folder: string;
  readonly processes: Pick<Processes, 'self' | 'judge'>;
}

/**
 * Runs `work` with a private folder of its own inside the cache, on the same file system, and removes the folder after it.
 * Its name says whose it is: what an owner that is proven gone has left is removed first, never by age.
 */
export async function withIncoming<T>(
  { folder: cacheFolder, processes }: IncomingPlace,
  work: (folder: string) => Promise<Result<T>>,
): Promise<Result<T>> {
  const images = join(cacheFolder, cachePaths.images);
  const made = await makeFolder(images);
  if (!made.ok) return made;
  const token = `${processWords(processes.self())}-${randomBytes(4).toString('hex')}`;
  const folder = join(cacheFolder, cachePaths.incoming(token));
  try {
    await removeLeftovers(images, processes);
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

async function removeLeftovers(images: string, processes: IncomingPlace['processes']): Promise<void> {
  for (const name of (await readdir(images)).filter((each) => each.startsWith(prefix))) {
    const [, ...owner] = ownToken.exec(name.slice(prefix.length)) ?? [];
    if (owner.length === 0 || processes.judge(processOfWords(owner)) !== 'gone') continue;
    // A program that the dead owner had started may still write into it: then a later build removes it.
    await rm(join(images, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
