import { readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../core/result.ts';
import { homeFolders } from '../core/state/home-paths.ts';
import type { Layout } from '../ports/layout.ts';
import { type Erasable, listErasable } from './list-erasable.ts';
import { isOrderFile } from './operation-order.ts';
import { listKnown, removeKnown } from './remove-known.ts';

/**
 * Removes keys and closed operations, then the folders, that of the sockets too if it is empty. If anything is there that Paddock did not make, it is named and
 * nothing at all is removed, so that the record can still say what happened.
 */
export async function eraseHome(layout: Pick<Layout, 'absolute'>, socketFolder: string): Promise<Result<void>> {
  const listed = await listErasable(layout);
  if (!listed.ok) return listed;
  const erasable: readonly Erasable[] = [
    ...listed.value,
    // Empty by now: every node and every disk has had a removal of its own.
    { folder: layout.absolute(homeFolders.nodes), isKnown: () => false },
    { folder: layout.absolute(homeFolders.disks), isKnown: () => false },
  ];
  for (const { folder, isKnown } of erasable) {
    const known = await listKnown(folder, isKnown, 'home');
    if (!known.ok) return known;
  }
  for (const { folder, isKnown } of erasable) {
    const removed = await removeKnown(folder, isKnown);
    if (!removed.ok) return removed;
  }
  await rmdir(socketFolder).catch(() => undefined);
  await clearWaiting(layout.absolute(homeFolders.waiting));
  return removeKnown(layout.absolute(homeFolders.operations), isOrderFile);
}

/** Places in the waiting room are empty folders and grant nothing, our own among them. */
async function clearWaiting(waiting: string): Promise<void> {
  const names = await readdir(waiting).catch(() => []);
  await Promise.all(names.map((name) => rmdir(join(waiting, name)).catch(() => undefined)));
  await rmdir(waiting).catch(() => undefined);
}
