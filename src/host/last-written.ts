import { lstat } from 'node:fs/promises';
import type { Instant } from '../core/names.ts';

/** When each of these files was last written; one that is absent or cannot be read is left out. */
export async function lastWritten(files: readonly string[]): Promise<ReadonlyMap<string, Instant>> {
  const found = await Promise.all(files.map(async (file) => [file, await writtenAt(file)] as const));
  return new Map(found.flatMap(([file, at]) => (at === null ? [] : [[file, at] as const])));
}

async function writtenAt(file: string): Promise<Instant | null> {
  try {
    const facts = await lstat(file);
    return facts.isFile() ? (facts.mtime.toISOString() as Instant) : null;
  } catch {
    // It is told to a person who decides; that it cannot be told is an answer too.
    return null;
  }
}
