import { expect, test } from 'vitest';
import { complaints, messages, oneHost } from './resolve-text.ts';

const cases = [
  { name: 'unknown variables', line: (n: number) => `vm_x${String(n)}: 1`, reason: 'unknown_variable' },
  { name: 'keys that stand twice', line: () => 'vm_cpu: 2', reason: 'duplicate_key' },
];

test.each(cases)('20,000 $name: the first 200 are told, and where the reading stopped', ({ line, reason }) => {
  const text = oneHost(...Array.from({ length: 20_000 }, (_, n) => line(n)));
  const started = performance.now();
  const found = complaints(text);
  // The promise is a second for the whole command on an idle machine; tests share theirs.
  expect(performance.now() - started).toBeLessThan(5000);
  expect(found).toHaveLength(201);
  expect(found[0]).toMatchObject({ reason });
  expect(found[199]).toMatchObject({ reason });
  expect(found[200]).toMatchObject({ reason: 'complaints_cut_short', count: 200 });
  expect(messages(found.slice(200))[0]).toMatch(
    /^paddock.yml:20[45]:7: the reading stopped here, after 200 complaints/,
  );
});

test('20,000 wrong host keys, each found again by no later stage', () => {
  const hosts = Array.from({ length: 20_000 }, (_, n) => `    host${String(n)}:`);
  expect(complaints(['all:', '  hosts:', ...hosts, ''].join('\n'))).toHaveLength(201);
});

test('complaints of both stages count together', () => {
  const values = Array.from({ length: 150 }, (_, n) => `    10.10.10.${String(n + 9)}: { vm_cpu: x }`);
  const addresses = Array.from({ length: 150 }, (_, n) => `    11.10.10.${String(n + 9)}:`);
  const found = complaints(['all:', '  hosts:', ...values, ...addresses, ''].join('\n'));
  expect(found).toHaveLength(201);
  expect(found[200]).toMatchObject({ reason: 'complaints_cut_short' });
});

test('200 complaints are told whole', () => {
  const found = complaints(oneHost(...Array.from({ length: 200 }, (_, n) => `vm_x${String(n)}: 1`)));
  expect(new Set(found.map(({ reason }) => reason))).toEqual(new Set(['unknown_variable']));
  expect(found).toHaveLength(200);
});

test('200 hosts that meet one mistake behind an anchor have one complaint', () => {
  const hosts = Array.from({ length: 200 }, (_, n) => `    10.10.10.${String(n + 9)}: *m`);
  const found = complaints(
    ['x-m: &m { vm_cpu: x, vm_mem: y, vm_disk: z }', 'all:', '  hosts:', ...hosts, ''].join('\n'),
  );
  expect(found).toHaveLength(3);
});

test('400,000 merge conflict markers are a few complaints', () => {
  expect(complaints('<<<<<<< a\n'.repeat(400_000))).toHaveLength(20);
});
