import { describe, expect, it } from 'vitest';
import { judgeGuest } from '../../../src/core/guest/judge-guest.ts';
import { knownHosts } from '../../../src/core/guest/known-hosts.ts';
import { readSshFailure } from '../../../src/core/guest/read-ssh-failure.ts';
import type { NodeName, Uuid } from '../../../src/core/names.ts';

const uuid = '0b9c1c7e-1111-4222-8333-444455556666' as Uuid;
const other = '1b9c1c7e-1111-4222-8333-444455556666' as Uuid;

describe('readSshFailure', () => {
  it.each([
    ['Host key verification failed.', 'identity'],
    ['@@@@@\r\n@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\r\nHost key verification failed.\r\n', 'identity'],
    ['dba@127.0.0.1: Permission denied (publickey).', 'not_yet'],
    ['kex_exchange_identification: read: Connection reset by peer', 'not_yet'],
    ['a banner that says Host key verification failed. in passing', 'not_yet'],
  ])('reads %j', (stderr, kind) => {
    expect(readSshFailure(stderr).kind).toBe(kind);
  });

  it('gives the last line as the reason, and says when there is none', () => {
    expect(readSshFailure('one\ntwo\n\n').detail).toBe('two');
    expect(readSshFailure('').detail).toBe('ssh gave no reason');
  });
});

describe('judgeGuest', () => {
  it('takes the id that was asked for, whatever its case and line end', () => {
    expect(judgeGuest({ name: 'n' as NodeName, uuid }, `${uuid.toUpperCase()}\n`)).toEqual({
      ok: true,
      value: { instanceId: uuid },
    });
  });

  it('refuses another guest by name', () => {
    const judged = judgeGuest({ name: 'n' as NodeName, uuid }, other);
    expect(judged).toEqual({
      ok: false,
      failures: [{ reason: 'guest_identity', node: 'n', detail: `answers as instance ${other}, not as ${uuid}` }],
    });
  });
});

describe('knownHosts', () => {
  it('gives the same bytes for the same keys in any order', () => {
    const entries = [
      { uuid: other, publicKey: 'ssh-ed25519 B' },
      { uuid, publicKey: 'ssh-ed25519 A' },
    ];
    expect(knownHosts(entries)).toBe(`${uuid} ssh-ed25519 A\n${other} ssh-ed25519 B\n`);
    expect(knownHosts(entries.toReversed())).toBe(knownHosts(entries));
  });
});
