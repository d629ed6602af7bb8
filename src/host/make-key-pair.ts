import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { fail, ok, type Result } from '../core/result.ts';
import type { Programs } from '../ports/programs.ts';
import { fileFailure } from './file-failure.ts';
import { clearDraft, placeFile } from './place-file.ts';
import { readPrivate } from './read-private.ts';

/** An ed25519 pair: the private key file's text, and the public line without comment. */
export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

const keyBytes = 16 * 1024;

// Nodes that are made side by side ask for the same login key, and its draft has one name.
const inTurn = pLimit(1);

/**
 * The key pair at `file` and `file.pub`, made if there is none. The private file is whole from its first moment; a public
 * file that a crash kept from being written is derived again. Only the owner of the deployment makes keys.
 */
export function makeKeyPair(programs: Programs, file: string): Promise<Result<KeyPair>> {
  return inTurn(() => makeOnce(programs, file));
}

async function makeOnce(programs: Programs, file: string): Promise<Result<KeyPair>> {
  const present = await readPrivate(file, { maxBytes: keyBytes });
  if (!present.ok) return present;
  if (present.value !== null) {
    const cleared = await clearDraft(file);
    return cleared.ok ? withPublicKey(programs, file, present.value) : cleared;
  }
  const made = await generate(programs);
  if (!made.ok) return made;
  const placed = await placeFile(file, made.value, { existing: 'refuse' });
  return placed.ok ? withPublicKey(programs, file, made.value) : placed;
}

/** Makes the key outside the home, where a crash may leave it: nobody has been told of it. */
async function generate(programs: Programs): Promise<Result<string>> {
  const scratch = join(tmpdir(), 'paddock-key-');
  let folder: string | null = null;
  try {
    folder = await mkdtemp(scratch);
    const ran = await programs.run({
      executable: 'ssh-keygen',
      arguments: ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', 'key'],
      packages: 'openssh-client',
      cwd: folder,
      timeoutMs: 10_000,
    });
    return ran.ok ? ok(await readFile(join(folder, 'key'), 'utf8')) : ran;
  } catch (error) {
    return fail(fileFailure(error, { path: folder ?? scratch, doing: 'make a key in it' }));
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }
}

async function withPublicKey(programs: Programs, file: string, privateKey: string): Promise<Result<KeyPair>> {
  const publicFile = `${file}.pub`;
  const present = await readPrivate(publicFile, { maxBytes: keyBytes });
  if (!present.ok) return present;
  if (present.value !== null) {
    const cleared = await clearDraft(publicFile);
    return cleared.ok ? ok({ privateKey, publicKey: present.value.trim() }) : cleared;
  }
  const ran = await programs.run({
    executable: 'ssh-keygen',
    arguments: ['-y', '-f', file],
    packages: 'openssh-client',
    timeoutMs: 10_000,
  });
  if (!ran.ok) return ran;
  const publicKey = ran.value.stdout.trim();
  const placed = await placeFile(publicFile, `${publicKey}\n`, { existing: 'refuse' });
  return placed.ok ? ok({ privateKey, publicKey }) : placed;
}
