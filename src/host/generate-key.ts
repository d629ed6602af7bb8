import { generateKeyPair as generate } from 'node:crypto';
import { promisify } from 'node:util';
import type { KeyPair } from './make-key-pair.ts';
import { opensshKey } from './openssh-key.ts';

const generatePair = promisify(generate);

/** A new ed25519 pair without passphrase and comment. In this process: a start of ssh-keygen takes a hundred times as long. */
export async function generateKey(): Promise<KeyPair> {
  const { privateKey } = await generatePair('ed25519');
  const { d, x } = privateKey.export({ format: 'jwk' });
  if (d === undefined || x === undefined) throw new Error('a new ed25519 key without its numbers');
  return opensshKey({ seed: Buffer.from(d, 'base64url'), point: Buffer.from(x, 'base64url') });
}
