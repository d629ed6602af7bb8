import { describe, expect, test } from 'vitest';
import type { ResolvedNode } from '../../../src/core/manifest/resolved-deployment.ts';
import { withUserData } from '../../../src/core/manifest/with-user-data.ts';
import { oneHost, resolved } from './resolve-text.ts';

const GiB = 2 ** 30;

function only(text: string): ResolvedNode {
  const [node, ...others] = resolved(text).nodes;
  if (node === undefined || others.length > 0) throw new Error('not one node');
  return node;
}

test('a host without a value is a complete machine', () => {
  const deployment = resolved('all:\n  hosts:\n    10.10.10.10:\n');
  expect(deployment).toEqual({
    envelope: { subnet: '10.10.10.0/24', user: 'dba', arch: 'native', image: 'u24:stable' },
    runtime: { accel: 'auto', network: 'user' },
    adminAddress: null,
    skipped: [],
    nodes: [
      {
        spec: {
          name: 'node-10',
          address: '10.10.10.10',
          cpus: 2,
          memoryBytes: 4 * GiB,
          rootDiskBytes: 64 * GiB,
          disks: [{ id: 'data', path: '/data', sizeBytes: 128 * GiB, fs: 'auto', persistent: false }],
          shares: [],
          aliases: [],
          image: 'u24:stable',
          userDataSha256: null,
        },
        protect: false,
        liftsProtection: false,
        ports: [],
        userDataFile: null,
        ownImage: false,
        at: { file: 'paddock.yml', line: 3, column: 5 },
      },
    ],
  });
});

describe('values', () => {
  test.each([
    ['vm_mem: 4096', 'memoryBytes', 4 * GiB],
    ['vm_mem: 4GiB', 'memoryBytes', 4 * GiB],
    ['vm_mem: "4GiB"', 'memoryBytes', 4 * GiB],
    ['vm_mem: 4194304KiB', 'memoryBytes', 4 * GiB],
    ['vm_disk: 10', 'rootDiskBytes', 10 * GiB],
    ['vm_disk: 64GB', 'rootDiskBytes', 64e9],
    ['vm_cpu: 255', 'cpus', 255],
    ['vm_image: u24', 'image', 'u24:stable'],
    ['vm_image: local-mini', 'image', 'local-mini'],
    ['vm_version: "24.04"', 'image', 'u24:stable~24.04'],
    ['vm_disks: []', 'disks', []],
    ['vm_alias: [z, a.lab]', 'aliases', ['a.lab', 'z']],
    ['nodename: "10"', 'name', '10'],
    ['nodename: "on"', 'name', 'on'],
    ['vm_user_data: ./extra.yml', 'userDataSha256', null],
  ])('%s', (line, field, value) => {
    expect(only(oneHost(line)).spec).toMatchObject({ [field]: value });
  });

  test('disks are sorted by id, ports by number; a port without an address is on loopback', () => {
    const node = only(
      oneHost('vm_disks: [{ path: /z }, { path: /var/lib/pg, fs: xfs }]', 'vm_ports: ["0.0.0.0:9000:90", 8080:80]'),
    );
    expect(node.spec.disks.map(({ id }) => id)).toEqual(['var-lib-pg', 'z']);
    expect(node.ports).toEqual([
      { hostAddress: '127.0.0.1', hostPort: 8080, guestPort: 80 },
      { hostAddress: '0.0.0.0', hostPort: 9000, guestPort: 90 },
    ]);
  });

  test('shares are read-only unless they say otherwise', () => {
    const node = only(oneHost('vm_shares: [{ host: /b, guest: /b, readonly: false }, { host: /a, guest: /a }]'));
    expect(node.spec.shares.map(({ guest, readonly }) => [guest, readonly])).toEqual([
      ['/a', true],
      ['/b', false],
    ]);
  });
});

describe('inheritance', () => {
  const layered = `
lab: { vars: { vm_cpu: 3 } }
all:
  vars: { vm_cpu: 1, vm_image: d12, vm_disks: [{ path: /all }] }
  children:
    outer: { children: { inner: } }
    lab: { hosts: { 10.10.10.10: , 10.10.10.11: { vm_cpu: 5, vm_disks: [{ path: /own }] } } }
    inner: { vars: { vm_cpu: 4, vm_image: u24 }, hosts: { 10.10.10.12: } }
    other: { vars: { vm_cpu: 4 }, hosts: { 10.10.10.12: } }
    again: { vars: { vm_mem: 2GiB }, hosts: { 10.10.10.10: { vm_mem: 2048 } } }
    alike: { vars: { vm_mem: 2048MiB }, hosts: { 10.10.10.10: } }
`;

  test('the deeper group wins, the host wins over all, and equal values are no conflict', () => {
    const byName = new Map(resolved(layered).nodes.map((node) => [node.spec.name as string, node]));
    expect([...byName.keys()]).toEqual(['node-10', 'node-11', 'node-12']);
    expect(byName.get('node-10')?.spec).toMatchObject({ cpus: 3, memoryBytes: 2 * GiB, image: 'd12:stable' });
    expect(byName.get('node-11')?.spec).toMatchObject({ cpus: 5, disks: [{ path: '/own' }] });
    // inner stands below outer, so it is deeper than other.
    expect(byName.get('node-12')?.spec).toMatchObject({ cpus: 4, image: 'u24:stable', disks: [{ path: '/all' }] });
  });

  test('who names its own image is known', () => {
    const { envelope, nodes } = resolved(layered);
    expect(envelope.image).toBe('d12:stable');
    expect(nodes.map(({ ownImage }) => ownImage)).toEqual([false, false, true]);
  });

  test('a conflict that the host settles is none', () => {
    const text = `
all:
  children:
    a: { vars: { vm_cpu: 2 }, hosts: { 10.10.10.10: { vm_cpu: 3 } } }
    b: { vars: { vm_cpu: 4 }, hosts: { 10.10.10.10: } }
`;
    expect(only(text).spec.cpus).toBe(3);
  });

  test('the cluster names a node only without nodename, and only then can it conflict', () => {
    const text = `
all:
  children:
    a: { vars: { pg_cluster: x }, hosts: { 10.10.10.10: { pg_seq: 1, nodename: own } } }
    b: { vars: { pg_cluster: y }, hosts: { 10.10.10.10: { pg_seq: 2 } , 10.10.10.11: { pg_seq: 3 } } }
`;
    expect(resolved(text).nodes.map(({ spec }) => spec.name)).toEqual(['own', 'y-3']);
  });
});

test('a skipped host may stand in any network and under any name', () => {
  const text = 'all:\n  hosts:\n    10.10.10.10: { nodename: a }\n    8.8.8.8: { nodename: a, vm_skip: true }\n';
  expect(resolved(text)).toMatchObject({
    nodes: [{ spec: { name: 'a' } }],
    skipped: [{ name: 'a', address: '8.8.8.8' }],
  });
});

test.each([
  ['a byte order mark', '\uFEFFall:\n  hosts:\n    10.10.10.10:\n'],
  ['Windows line ends', 'all:\r\n  hosts:\r\n    10.10.10.10:\r\n'],
  ['a document mark', '---\nall:\n  hosts:\n    10.10.10.10:\n...\n'],
  ['an older version of YAML', '%YAML 1.1\n---\nall: { hosts: { 10.10.10.10: } }\n'],
  [
    'tags and templates of others',
    'all:\n  vars: { p: !vault x, q: "{{ r }}", s: {{ t }} }\n  hosts:\n    10.10.10.10:\n',
  ],
  ['tabs in text and comments', 'all: # a\tcomment\n  vars: { x: "a\tb" }\n  hosts:\n    10.10.10.10:\n'],
])('%s is fine', (_name, text) => {
  expect(only(text).spec.name).toBe('node-10');
});

test('what is opaque is not in the result', () => {
  const text = oneHost('pg_password: secret-1', 'node_tune: secret-2', 'vm_cpu: 4');
  expect(JSON.stringify(resolved(text))).not.toContain('secret');
});

describe('user data', () => {
  const deployment = resolved(oneHost('vm_user_data: extra.yml'));

  test('gets its digest into the spec', () => {
    const [node] = withUserData(deployment, new Map([['extra.yml', { sha256: 'abc', bytes: new Uint8Array() }]])).nodes;
    expect(node).toMatchObject({ userDataFile: 'extra.yml', spec: { userDataSha256: 'abc' } });
  });

  test('that nobody read is a bug', () => {
    expect(() => withUserData(deployment, new Map())).toThrow('nothing was read for extra.yml');
  });
});
