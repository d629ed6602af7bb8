import { expect, test } from 'vitest';
import { complaints, readText, resolved } from './resolve-text.ts';

const tags = [
  'omap',
  'pairs',
  'set',
  'binary',
  'timestamp',
  'merge',
  'int',
  'float',
  'bool',
  'null',
  'map',
  'seq',
  'str',
];

const contents = [
  '[a: 1]',
  '[a]',
  '[]',
  '[a: 1, a: 2]',
  '[{ a: 1, b: 2 }]',
  '[[a]]',
  '{ a: 1 }',
  '{ a, b }',
  '{}',
  '{ a: 1, ? [b] : c }',
  'aGVsbG8=',
  '"not base64 !"',
  "''",
];

const typed = tags.flatMap((tag) => contents.map((content) => `!!${tag} ${content}`));

test.each([...typed, '!vault [a: 1]', '!!unheard {a}', '! a'])('an opaque value may be %s', (value) => {
  const text = `all: { hosts: { 10.10.10.10: { x: ${value}, y: { z: [${value}] }, ? ${value}\n : 1 } } }`;
  expect(resolved(text).nodes.map(({ spec }) => spec.name)).toEqual(['node-10']);
});

test.each(typed)('%s where hosts, a host, a key and a merged mapping stand is read or complained about', (value) => {
  const places = [
    `all: { hosts: ${value} }`,
    `all: { hosts: { 10.10.10.10: ${value} } }`,
    `all: { hosts: { ? ${value}\n : } }`,
    `all: { hosts: { 10.10.10.300: { <<: ${value} } } }`,
    `all: { hosts: { 10.10.10.300: { nodename: ${value}, vm_disks: ${value}, vm_cpu: ${value} } } }`,
  ];
  for (const text of places.map((place) => `${place}\n`)) {
    if (text.includes('300')) expect(complaints(text).every((each) => 'at' in each)).toBe(true);
    else expect(() => readText(text)).not.toThrow();
  }
});

test('an alias of a plain address is a host key, and complaints about it point at the alias', () => {
  const text = (address: string) =>
    `x-a: &q ${address}\nall: { hosts: { 10.10.10.10: { nodename: a }, *q : { nodename: b } } }`;
  expect(resolved(text('10.10.10.11')).nodes.map(({ spec }) => spec.address)).toEqual(['10.10.10.10', '10.10.10.11']);
  expect(complaints(text('10.10.10.10'))).toMatchObject([{ reason: 'duplicate_key', at: { line: 2, column: 47 } }]);
});
