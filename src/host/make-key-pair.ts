import { link, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { fail, ok, type Result } from '../core/result.ts';
import type { Programs } from '../ports/programs.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';
import { readPrivate } from './read-private.ts';
import { replacePrivate } from './replace-private.ts';
import { syncFolder } from './sync-folder.ts';
import { writePrivate } from './write-private.ts';

/** An ed25519 pair: the private key file's text, and the public line without comment. */
export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

const keyBytes = 16 * 1024;

/**
 * The key pair at `file` and `file.pub`, made if there is none. Of two makers one wins and both return its key. The
 * private file is whole from its first moment; a public file that a crash kept from being written is derived again.
 */
export async function makeKeyPair(programs: Programs, file: string): Promise<Result<KeyPair>> {
  const present = await readPrivate(file, { maxBytes: keyBytes });
  if (!present.ok) return present;
  if (present.value !== null) return withPublicKey(programs, file, present.value);
  const made = await generate(programs);
  if (!made.ok) return made;
  const placed = await placeOnce(file, made.value);
  if (!placed.ok) return placed;
  const winner = await readPrivate(file, { maxBytes: keyBytes });
  return winner.ok ? withPublicKey(programs, file, winner.value ?? made.value) : winner;
}

/** Makes the key outside the home, where a crash may leave it: nobody has been told of it. */
async function generate(programs: Programs): Promise<Result<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'paddock-key-'));
  try {
    const ran = await programs.run({
      executable: 'ssh-keygen',
      arguments: ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', 'key'],
      packages: 'openssh-client',
      cwd: folder,
      timeoutMs: 10_000,
    });
    return ran.ok ? ok(await readFile(join(folder, 'key'), 'utf8')) : ran;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function placeOnce(file: string, text: string): Promise<Result<void>> {
  const draft = join(dirname(file), `.draft-${randomUUID()}`);
  try {
    await writePrivate(draft, text);
    await link(draft, file);
    await syncFolder(dirname(file));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') return fail(fileFailure(error, { path: file, doing: 'write the key' }));
  } finally {
    await rm(draft, { force: true });
  }
  return ok(undefined);
}

async function withPublicKey(programs: Programs, file: string, privateKey: string): Promise<Result<KeyPair>> {
  const publicFile = `${file}.pub`;
  const present = await readPrivate(publicFile, { maxBytes: keyBytes });
  if (!present.ok) return present;
  if (present.value !== null) return ok({ privateKey, publicKey: present.value.trim() });
  const ran = await programs.run({
    executable: 'ssh-keygen',
    arguments: ['-y', '-f', file],
    packages: 'openssh-client',
    timeoutMs: 10_000,
  });
  if (!ran.ok) return ran;
  const publicKey = ran.value.stdout.trim();
  try {
    await replacePrivate(publicFile, `${publicKey}\n`);
    return ok({ privateKey, publicKey });
  } catch (error) {
    return fail(fileFailure(error, { path: publicFile, doing: 'write the key' }));
  }
}
