import { join } from 'node:path';
import pLimit from 'p-limit';
import { knownHosts } from '../core/guest/known-hosts.ts';
import type { Result } from '../core/result.ts';
import type { HostKeyEntry } from '../ports/guest.ts';
import { sshFiles } from './guest-world.ts';
import { clearDraft, placeFile } from './place-file.ts';
import { readPrivate } from './read-private.ts';

// Nodes that come up side by side pin their keys at the same moment, and the draft has one name.
const inTurn = pLimit(1);

/** Makes known_hosts hold exactly these keys. What is not a plain file of ours under its name is refused, not replaced. */
export function pinHostKeys(keysFolder: string, entries: readonly HostKeyEntry[]): Promise<Result<void>> {
  return inTurn(() => pin(keysFolder, entries));
}

async function pin(keysFolder: string, entries: readonly HostKeyEntry[]): Promise<Result<void>> {
  const path = join(keysFolder, sshFiles.knownHosts);
  const text = knownHosts(entries);
  const present = await readPrivate(path, { maxBytes: 1024 * 1024 });
  if (!present.ok) return present;
  return present.value === text ? clearDraft(path) : placeFile(path, text, { existing: 'replace' });
}
