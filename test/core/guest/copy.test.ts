import { describe, expect, it } from 'vitest';
import { readCopyRequest } from '../../../src/core/guest/copy-request.ts';
import { scpArgv } from '../../../src/core/guest/scp-argv.ts';
import type { Uuid } from '../../../src/core/names.ts';

describe('readCopyRequest', () => {
  it.each([
    [['a', 'meta:/tmp'], { direction: 'to_node', node: 'meta', sources: ['a'], destination: '/tmp' }],
    [['a', 'b c', 'meta:'], { direction: 'to_node', node: 'meta', sources: ['a', 'b c'], destination: '' }],
    [['meta:x', 'meta:y:z', '.'], { direction: 'from_node', node: 'meta', sources: ['x', 'y:z'], destination: '.' }],
    [['./a:b', 'meta:c'], { direction: 'to_node', node: 'meta', sources: ['./a:b'], destination: 'c' }],
    [['/a:b', 'meta:c\nd'], { direction: 'to_node', node: 'meta', sources: ['/a:b'], destination: 'c\nd' }],
    [[':a', 'meta:c'], { direction: 'to_node', node: 'meta', sources: [':a'], destination: 'c' }],
  ])('reads %j', (words, request) => {
    expect(readCopyRequest(words)).toEqual({ ok: true, value: request });
  });

  it.each([
    [['a'], 'name what to copy'],
    [['a', 'b'], 'neither side is in a node'],
    [['meta:a', 'node-1:b'], 'by way of this host'],
    [['meta:a', 'b', '.'], 'from one place'],
    [['meta:a', 'node-1:b', '.'], 'from one place'],
  ])('refuses %j', (words, problem) => {
    expect(readCopyRequest(words)).toMatchObject({
      ok: false,
      failures: [{ reason: 'usage_error', problem: expect.stringContaining(problem) as string }],
    });
  });
});

describe('scpArgv', () => {
  const connection = { uuid: '0b9c1c7e-1111-4222-8333-444455556666' as Uuid, user: 'dba', port: 2222 };
  const files = { loginKey: 'login', knownHosts: 'known_hosts' };
  const plain = { recursive: false, preserve: false, progress: false };
  const operands = (argv: readonly string[]) => argv.slice(argv.indexOf('--') + 1);

  it('is pinned, speaks SFTP and says so', () => {
    const copy = { ...plain, direction: 'to_node', sources: ['/a'], destination: '/b' } as const;
    const line = scpArgv(connection, files, copy).join(' ');
    expect(line).toMatch(/^-s -F none -o IdentityFile=login /);
    expect(line).toContain('-o HostKeyAlias=0b9c1c7e-1111-4222-8333-444455556666 ');
    expect(line).toContain('-o StrictHostKeyChecking=yes ');
    expect(line).toMatch(/ -P 2222 -q -- \/a 127\.0\.0\.1:\/b$/);
    const all = scpArgv(connection, files, { ...copy, recursive: true, preserve: true, progress: true });
    expect(all.join(' ')).toMatch(/ -P 2222 -r -p -- /);
  });

  it('lets no character of a path of the guest mean anything', () => {
    const from = { ...plain, direction: 'from_node', destination: '/h' } as const;
    const sources = ['a*b?c[d]e\\f', '~', '~/x', '~root', '', '-x', 'a b'];
    expect(operands(scpArgv(connection, files, { ...from, sources }))).toEqual([
      '127.0.0.1:a\\*b\\?c\\[d\\]e\\\\f',
      '127.0.0.1:.',
      '127.0.0.1:./x',
      '127.0.0.1:./~root',
      '127.0.0.1:.',
      '127.0.0.1:-x',
      '127.0.0.1:a b',
      '/h',
    ]);
    const to = { ...plain, direction: 'to_node', sources: ['/st*r'], destination: 'st*r' } as const;
    expect(operands(scpArgv(connection, files, to))).toEqual(['/st*r', '127.0.0.1:st*r']);
  });
});
