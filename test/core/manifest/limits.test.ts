import { expect, test } from 'vitest';
import { complaints, resolved } from './resolve-text.ts';

/** An inventory of hosts 10.10.10.9 and up, each with the same lines. */
function inventory(count: number, ...lines: readonly string[]): string {
  const hosts = Array.from({ length: count }, (_, index) =>
    [`    10.10.10.${String(index + 9)}:`, ...lines.map((line) => `      ${line}`)].join('\n'),
  );
  return ['all:', '  hosts:', ...hosts, ''].join('\n');
}

const anchors = [
  'x-a: &a { vm_cpu: 1, pg_a: [1, 2, 3] }',
  'x-b: &b { vm_cpu: 2, vm_mem: 256MiB, pg_b: { c: d } }',
  'x-c: &c { vm_mem: 512MiB, vm_disk: 1GiB }',
  'x-d: &d { pg_b: { c: d } }',
  '',
].join('\n');

test('200 nodes that each merge three maps, as a list or as three keys', () => {
  for (const merge of [['<<: [*a, *b, *c]'], ['<<: *a', '<<: *d', '<<: *c', 'vm_mem: 256MiB']]) {
    const { nodes } = resolved(anchors + inventory(200, ...merge));
    expect(nodes).toHaveLength(200);
    // The first merged map wins.
    expect(nodes[199]?.spec).toMatchObject({ name: 'node-208', cpus: 1, memoryBytes: 2 ** 28, rootDiskBytes: 2 ** 30 });
  }
});

test('an explicit key wins over merged ones, wherever it stands', () => {
  const { nodes } = resolved(anchors + inventory(1, 'vm_cpu: 8', '<<: [*a, *b]'));
  expect(nodes[0]?.spec).toMatchObject({ cpus: 8, memoryBytes: 2 ** 28 });
});

test('201 nodes are one too many', () => {
  expect(complaints(inventory(201))).toMatchObject([
    { reason: 'too_many_hosts', count: 201, at: { line: 203, column: 5 } },
  ]);
});

function elapsedMs(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const bombs = [
  {
    name: 'a merge bomb',
    text: `x-0: &n0 { a: 1, b: 2 }\n${Array.from({ length: 40 }, (_, i) => `x-${String(i + 1)}: &n${String(i + 1)} { l: { <<: *n${String(i)} }, r: { <<: *n${String(i)} } }`).join('\n')}\nall: *n40\n`,
    reason: 'expansion_too_large',
  },
  {
    name: 'a list bomb',
    text: `x-0: &n0 [1, 2]\n${Array.from({ length: 60 }, (_, i) => `x-${String(i + 1)}: &n${String(i + 1)} [${`*n${String(i)}, `.repeat(9)}]`).join('\n')}\n`,
    reason: 'expansion_too_large',
  },
  { name: 'an alias cycle', text: 'all: &a\n  vars: { x: *a }\n', reason: 'alias_cycle' },
  { name: 'a merge cycle', text: 'all:\n  vars: &a\n    <<: *a\n', reason: 'alias_cycle' },
  { name: '4 MiB of brackets', text: '['.repeat(4 * 1024 * 1024), reason: 'nesting_too_deep' },
  { name: 'NUL bytes', text: '\u0000'.repeat(4 * 1024 * 1024), reason: 'control_character' },
  {
    name: 'a deep staircase',
    text: Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
    reason: 'nesting_too_deep',
  },
  {
    name: 'keys merged from too many maps',
    text: `x: &x { a: 1 }\nall: { vars: { <<: [${'*x, '.repeat(120_000)}] } }`,
    reason: 'too_much_syntax',
  },
];

test.each(bombs)('$name is refused at once', ({ text, reason }) => {
  const before = process.memoryUsage.rss();
  const ms = elapsedMs(() => {
    expect(complaints(text)).toMatchObject([{ reason }]);
  });
  // The promise is a second for the whole command on an idle machine; tests share theirs.
  expect(ms).toBeLessThan(5000);
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 2 ** 20);
});
