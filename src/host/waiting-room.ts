import { readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { homeFolders } from '../core/state/home-paths.ts';
import type { Layout } from '../ports/layout.ts';
import type { Place, WaitingRoom } from '../ports/waiting-room.ts';
import { makeFolder } from './make-folder.ts';
import { spareMemory } from './spare-memory.ts';

/** How often a place that is held is looked after; the library allows nothing shorter. */
const updateMs = 1000;

/** The WaitingRoom port: a folder with one lock for each epoch. The only file that knows proper-lockfile. */
export function createWaitingRoom(layout: Pick<Layout, 'absolute'>): WaitingRoom {
  const folder = layout.absolute(homeFolders.waiting);
  return {
    async tryEnter(epoch) {
      spareMemory();
      try {
        if (!(await makeFolder(folder)).ok) return null;
        await clearOlder(folder, epoch);
        return await enter(folder, epoch);
      } catch {
        // Taken, or there is no room: the fence decides without it.
        return null;
      }
    },
  };
}

async function enter(folder: string, epoch: number): Promise<Place> {
  const { lock } = await import('proper-lockfile');
  let compromised = false;
  const release = await lock(join(folder, String(epoch)), {
    realpath: false,
    lockfilePath: join(folder, lockName(epoch)),
    // Nothing is ever taken by age: a suspended command still has its place.
    stale: Number.POSITIVE_INFINITY,
    update: updateMs,
    retries: 0,
    onCompromised: () => {
      compromised = true;
    },
  });
  return {
    epoch,
    compromised: () => compromised,
    async leave() {
      // Rejects only when the lock is gone already.
      await release().catch(() => undefined);
    },
  };
}

/** Places of epochs that are over were left by commands that died; their living owner would only look at the fence once more. */
async function clearOlder(folder: string, epoch: number): Promise<void> {
  const older = (await readdir(folder)).filter(
    (name) => /^\d+\.lock$/.test(name) && Number.parseInt(name, 10) < epoch - 1,
  );
  await Promise.all(older.map((name) => rmdir(join(folder, name)).catch(() => undefined)));
}

function lockName(epoch: number): string {
  return `${String(epoch)}.lock`;
}
