import { expect, test } from 'vitest';
import { oneHost, resolved } from './resolve-text.ts';

const anchors = [
  'x-a: &a { vm_cpu: 1, vm_disks: [{ path: /data, size: 1GiB }] }',
  'x-b: &b { vm_cpu: 2, vm_mem: 256MiB }',
  'x-c: &c { vm_disks: [{ size: 1GiB, path: /data }], vm_mem: 512MiB }',
  '',
].join('\n');

test('of the maps in one merge key the first wins, also over what a later one merges', () => {
  const { nodes } = resolved(`${anchors}x-d: &d { <<: *b, vm_mem: 1GiB }\n${oneHost('<<: [*d, *c, *a]')}`);
  expect(nodes[0]?.spec).toMatchObject({ cpus: 2, memoryBytes: 2 ** 30 });
});

test('several merge keys may bring the same, in any order of its keys', () => {
  const { nodes } = resolved(`${anchors}${oneHost('<<: *a', '<<: *c')}`);
  expect(nodes[0]?.spec).toMatchObject({ cpus: 1, memoryBytes: 2 ** 29, disks: [{ sizeBytes: 2 ** 30 }] });
});

test('several merge keys may bring the same text with quotes and without', () => {
  const quoted = 'x-e: &e { vm_image: local-mini }\nx-f: &f { vm_image: "local-mini" }\n';
  const { nodes } = resolved(`${quoted}${oneHost('<<: *e', '<<: *f')}`);
  expect(nodes[0]?.spec.image).toBe('local-mini');
});

test('several merge keys may disagree about what the mapping itself sets', () => {
  const { nodes } = resolved(`${anchors}${oneHost('<<: *a', 'vm_cpu: 8', '<<: *b')}`);
  expect(nodes[0]?.spec).toMatchObject({ cpus: 8, memoryBytes: 2 ** 28 });
});
