import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { opensshKey } from '../../../src/host/openssh-key.ts';
import { temporaryHome } from '../../fakes/temporary-home.ts';

/** The first test vector of RFC 8032. */
const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const point = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';

it('writes a known key as OpenSSH would', () => {
  const key = opensshKey({ seed: Buffer.from(seed, 'hex'), point: Buffer.from(point, 'hex') });
  expect(key.publicKey).toBe('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea');
  expect(Math.max(...key.privateKey.split('\n').map((line) => line.length))).toBe(70);
  const file = temporaryHome('key');
  writeFileSync(file, key.privateKey, { mode: 0o600 });
  expect(execFileSync('ssh-keygen', ['-y', '-f', file], { encoding: 'utf8' }).trim()).toBe(key.publicKey);
  // Signs with the private half, and fails where the two halves do not belong together.
  execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', file, '-n', 'test', file], { stdio: 'ignore' });
});
