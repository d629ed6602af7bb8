import pLimit from 'p-limit';
import { ok, type Result } from '../core/result.ts';
import type { Programs } from '../ports/programs.ts';
import { generateKey } from './generate-key.ts';
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
  const made = await generateKey();
  const placed = await placeFile(file, made.privateKey, { existing: 'refuse' });
  return placed.ok ? withPublicFile(file, made) : placed;
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
  return withPublicFile(file, { privateKey, publicKey: ran.value.stdout.trim() });
}

/** A public file that stands alone is of a key that is gone. */
async function withPublicFile(file: string, pair: KeyPair): Promise<Result<KeyPair>> {
  const placed = await placeFile(`${file}.pub`, `${pair.publicKey}\n`, { existing: 'replace' });
  return placed.ok ? ok(pair) : placed;
}
