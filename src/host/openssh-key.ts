import type { KeyPair } from './make-key-pair.ts';

/** The two halves of an ed25519 key as RFC 8032 has them, 32 bytes each. */
export interface Ed25519Key {
  readonly seed: Buffer;
  readonly point: Buffer;
}

const type = Buffer.from('ssh-ed25519');
/** Of a key that is not encrypted. */
const blockBytes = 8;
const lineLength = 70;

/**
 * A key as OpenSSH stores it: PROTOCOL.key of its sources, without passphrase and comment. The two equal numbers only tell
 * whether a decryption went well, so any number will do.
 */
export function opensshKey({ seed, point }: Ed25519Key): KeyPair {
  const publicBlob = Buffer.concat([text(type), text(point)]);
  const none = text(Buffer.from('none'));
  const empty = text(Buffer.alloc(0));
  const checks = Buffer.alloc(8);
  const secret = Buffer.concat([checks, publicBlob, text(Buffer.concat([seed, point])), empty]);
  const padding = Buffer.from(Array.from({ length: -secret.length & (blockBytes - 1) }, (_, index) => index + 1));
  const file = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    ...[none, none, empty, number(1)],
    text(publicBlob),
    text(Buffer.concat([secret, padding])),
  ]);
  const lines = file.toString('base64').match(new RegExp(`.{1,${String(lineLength)}}`, 'gu')) ?? [];
  return {
    privateKey: ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join('\n'),
    publicKey: `${type.toString()} ${publicBlob.toString('base64')}`,
  };
}

function text(bytes: Buffer): Buffer {
  return Buffer.concat([number(bytes.length), bytes]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
