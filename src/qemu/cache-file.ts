import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Reads a remembered value; null when there is none or `check` says null: a cache may be forgotten, never trusted. */
export async function readCacheFile<T>(path: string, check: (value: unknown) => T | null): Promise<T | null> {
  try {
    return check(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Remembers a value. A cache that cannot be written is no trouble: the question is asked again. */
export async function writeCacheFile(path: string, value: unknown): Promise<void> {
  const unfinished = `${path}.${String(process.pid)}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(unfinished, JSON.stringify(value), { mode: 0o600 });
    await rename(unfinished, path);
  } catch {
    await rm(unfinished, { force: true }).catch(() => undefined);
  }
}
