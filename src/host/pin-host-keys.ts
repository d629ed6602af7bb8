import { join } from 'node:path';
import { knownHosts } from '../core/guest/known-hosts.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { HostKeyEntry } from '../ports/guest.ts';
import { fileFailure } from './file-failure.ts';
import { sshFiles } from './guest-world.ts';
import { readPrivate } from './read-private.ts';
import { replacePrivate } from './replace-private.ts';

/** Makes known_hosts hold exactly these keys. What is not a plain file of ours under its name is refused, not replaced. */
export async function pinHostKeys(keysFolder: string, entries: readonly HostKeyEntry[]): Promise<Result<void>> {
  const path = join(keysFolder, sshFiles.knownHosts);
  const text = knownHosts(entries);
  const present = await readPrivate(path, { maxBytes: 1024 * 1024 });
  if (!present.ok) return present;
  if (present.value === text) return ok(undefined);
  try {
    await replacePrivate(path, text);
    return ok(undefined);
  } catch (error) {
    return fail(fileFailure(error, { path, doing: 'write it' }));
  }
}
