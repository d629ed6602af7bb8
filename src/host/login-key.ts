import { dirname, join } from 'node:path';
import { ok, type Result } from '../core/result.ts';
import { sshFiles, type GuestWorld } from './guest-world.ts';
import { makeFolder } from './make-folder.ts';
import { makeKeyPair } from './make-key-pair.ts';

/** The public line of the deployment's login key, which is made on first use. */
export async function createLoginKey(world: GuestWorld): Promise<Result<string>> {
  const folder = await makeFolder(world.keysFolder, { within: dirname(world.keysFolder) });
  if (!folder.ok) return folder;
  const pair = await makeKeyPair(world.programs, join(world.keysFolder, sshFiles.loginKey));
  return pair.ok ? ok(pair.value.publicKey) : pair;
}
