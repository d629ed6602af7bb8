import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderKeptInputs } from '../../../src/core/manifest/render-kept-inputs.ts';
import { hashSpec } from '../../../src/core/spec/hash-spec.ts';
import { resolved } from './resolve-text.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Hash by node name. */
function hashesOf(text: string): ReadonlyMap<string, string> {
  const { envelope, nodes } = resolved(text);
  return new Map(
    nodes.map(({ spec }) => [spec.name, hashSpec({ envelope, node: { ...spec, control: false } }, sha256)]),
  );
}

/** One host as `10.10.10.N: { … }` with our variables in any order. */
const vars = fc
  .record(
    {
      vm_cpu: fc.integer({ min: 1, max: 255 }).map(String),
      vm_mem: fc.constantFrom('4GiB', '4096', '4096MiB', '256MiB'),
      vm_disk: fc.constantFrom('64', '64GiB', '1TiB'),
      vm_alias: fc.constantFrom('[]', '&x []'),
      vm_disks: fc.constantFrom('[]', '[{ path: /data }]', '[{ path: /b }, { path: /a, size: 10, persistent: true }]'),
      vm_ports: fc.constantFrom('[]'),
      vm_protect: fc.constantFrom('true', 'false'),
      vm_image: fc.constantFrom('u24', 'u24:edge', 'u24@24.04.1', 'local-mini'),
      pg_version: fc.constantFrom('17', '"{{ v }}"', '!vault x', '{ a: [1, 2] }'),
    },
    { requiredKeys: [] },
  )
  .map((record) => Object.entries(record).map(([name, value]) => `${name}: ${value}`));

const hosts = fc
  .uniqueArray(fc.record({ octet: fc.integer({ min: 9, max: 254 }), vars }), {
    selector: ({ octet }) => octet,
    minLength: 1,
    maxLength: 8,
  })
  .map((list) => list.map((host) => ({ ...host, line: hostLine(host.octet, host.vars) })));

function hostLine(octet: number, entries: readonly string[]): string {
  return `    10.10.10.${String(octet)}: { ${entries.join(', ')} }`;
}

function manifest(lines: readonly string[]): string {
  return ['all:', '  hosts:', ...lines, ''].join('\n');
}

test('the order of hosts and of variables is in no hash', () => {
  const shuffled = hosts.chain((list) =>
    fc.tuple(
      fc.constant(list),
      fc.shuffledSubarray(list, { minLength: list.length }),
      fc.constant(list.map(({ octet, vars: entries }) => hostLine(octet, entries.toReversed()))),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([list, other, reversed]) => {
      const expected = hashesOf(manifest(list.map(({ line }) => line)));
      expect(sorted(hashesOf(manifest(other.map(({ line }) => line))))).toEqual(sorted(expected));
      expect(hashesOf(manifest(reversed))).toEqual(expected);
    }),
  );
});

function sorted(hashes: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...hashes].toSorted(([left], [right]) => (left < right ? -1 : 1));
}

test('taking a node away changes no other hash, wherever it stood', () => {
  fc.assert(
    fc.property(hosts, fc.nat(), (list, index) => {
      const gone = index % list.length;
      const whole = hashesOf(manifest(list.map(({ line }) => line)));
      const rest = list.filter((_, position) => position !== gone);
      if (rest.length === 0) return;
      for (const [name, hash] of hashesOf(manifest(rest.map(({ line }) => line)))) expect(whole.get(name)).toBe(hash);
    }),
  );
});

test('opaque variables change no hash', () => {
  fc.assert(
    fc.property(hosts, (list) => {
      const without = list.map(({ octet, vars: entries }) =>
        hostLine(
          octet,
          entries.filter((entry) => !entry.startsWith('pg_')),
        ),
      );
      expect(hashesOf(manifest(without))).toEqual(hashesOf(manifest(list.map(({ line }) => line))));
    }),
  );
});

test('kept inputs give the same hashes and hold nothing opaque', () => {
  fc.assert(
    fc.property(hosts, (list) => {
      const text = manifest(list.map(({ line }) => line));
      const kept = renderKeptInputs(resolved(text));
      expect(hashesOf(kept)).toEqual(hashesOf(text));
      expect(kept).not.toMatch(/pg_version|vault|\{\{/);
    }),
  );
});
