import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pLimit from 'p-limit';
import type { Uuid } from '../core/names.ts';
import { ok, fail, type Result } from '../core/result.ts';
import { homePaths } from '../core/state/home-paths.ts';
import { fileFailure } from './file-failure.ts';
import type { GuestWorld } from './guest-world.ts';
import { type KeyPair, makeKeyPair } from './make-key-pair.ts';

// Guests that are set up side by side ask for the same key.
const inTurn = pLimit(1);

/** The control key of this name, made on first use; those of earlier names are deleted. */
export function createControlKey(world: GuestWorld, name: Uuid): Promise<Result<KeyPair>> {
  const file = basename(homePaths.controlKey(name));
  return inTurn(async () => {
    const dropped = await dropOthers(world.keysFolder, file);
    return dropped.ok ? makeKeyPair(world.programs, join(world.keysFolder, file)) : dropped;
  });
}

async function dropOthers(keysFolder: string, kept: string): Promise<Result<void>> {
  try {
    const names = await readdir(keysFolder);
    const others = names.filter((name) => /^control-[0-9a-f-]{36}(\.pub)?$/u.test(name) && !name.startsWith(kept));
    for (const name of others) await rm(join(keysFolder, name));
    return ok(undefined);
  } catch (error) {
    return fail(fileFailure(error, { path: keysFolder, doing: 'remove an earlier control key' }));
  }
}
