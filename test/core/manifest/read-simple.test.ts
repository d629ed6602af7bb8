import { readFileSync, readdirSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { initTemplate, templateNames } from '../../../src/core/manifest/init-template.ts';
import { lineIndex } from '../../../src/core/manifest/yaml/line-index.ts';
import { readSimple } from '../../../src/core/manifest/yaml/read-simple.ts';
import { readWithLibrary } from '../../../src/core/manifest/yaml/read-library.ts';

/** Where the simple reader answers, the yaml package answers the same: texts, styles, places and all. */
function expectSame(text: string): 'simple' | 'left to the package' {
  const simple = readSimple(text);
  if (simple === null) return 'left to the package';
  const library = readWithLibrary(text, lineIndex(text, 'x'));
  expect(library, text).toEqual({ ok: true, value: simple });
  return 'simple';
}

const simple = [
  'a: 1',
  'a: 1\nb: two words # a comment\n\n# another\nc:',
  'a:\n  b:\n    c: 1\n  d: 2\ne: 3\n',
  'a:\n- 1\n- 2\nb: 3',
  'a:\n  - 1\n  - x: 1\n    y: 2\n  -   z: 1\n      w: 2\nb: 3',
  '- 1\n- [a, b]\n- { a: 1 }',
  "a: 'it''s'\nb: \"x # y\"\nc: [ 'a', \"b\", c d ]",
  'a: {}\nb: []\nc: { d: , e: [] }',
  '10.10.10.10: { nodename: meta, vm_disks: [{ path: /data, size: 128, fs: auto }] }',
  'a: -1\nb: 8080:80\nc: http://x/y\nd: u24:stable\ne: .5\nf: ~',
  'a: x{y}[z], "w"\nb: a#b',
  'a: [8080:80, 127.0.0.1:1:2, u24@1]',
  'a:   # nothing\nb:\n  # only a comment\n',
  'b: x é ü',
];

test.each(simple)('reads %j as the package does', (text) => {
  expect(expectSame(text)).toBe('simple');
});

const left = [
  '',
  '# nothing',
  ' a: 1',
  'a: &x 1',
  'a: *x',
  'a: !t 1',
  'a: |\n  x',
  'a: >\n  x',
  'a: "x\\n"',
  'a: "x\n  y"',
  'a: x\n  y',
  'a: [1,\n 2]',
  'a: b: c',
  'a: b:',
  'a: [a: b]',
  'a: { b }',
  'a: {{ x }}',
  'a: [1, ]',
  'a: [1',
  'a: [1] x',
  'a: "x" y',
  'a: 1\n  b: 2',
  'a:\n    b: 1\n  c: 2',
  'a:\n  b: 1\n c: 2',
  'a: 1\n- b',
  '- a\nb: 1',
  '- - a',
  '-\n  a: 1',
  '? a\n: b',
  '"a": 1',
  '<<: x',
  '---\na: 1',
  'a: 1\n...',
  'a:\tb',
  'a: 1\r\n',
  'a: @x',
  'a: %x',
  'a: - 1',
  'hello',
  'a: [x # y\n]',
];

test.each(left)('leaves %j to the package', (text) => {
  expect(readSimple(text)).toBeNull();
});

const damages = ['', ' ', '\n', ':', '-', '#', ',', '[', '}', "'", '"', 'x', '  ', ': ', ' #', '- '];

describe('the manifests of this project', () => {
  const examples = new URL('../../../examples/', import.meta.url);
  const bad = new URL('bad/', import.meta.url);
  const texts = [
    ...readdirSync(examples).flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, examples)).map((name) =>
        readFileSync(new URL(`${folder}/${name}`, examples), 'utf8'),
      ),
    ),
    ...templateNames.map((name) => initTemplate(name, 'x')),
    ...readdirSync(bad).flatMap((name) =>
      readFileSync(new URL(name, bad), 'utf8')
        .split('\n\n')
        .map((block) => [...block.matchAll(/^\| ?(.*)$/gm)].map((match) => match[1] ?? '').join('\n')),
    ),
  ].filter((text) => text !== '');

  const readSimply = texts.filter((text) => expectSame(text) === 'simple');

  test('are mostly read by the simple reader', () => {
    expect(readSimply.length).toBeGreaterThan(texts.length / 3);
  });

  test('read the same after any small damage', () => {
    const damaged = fc
      .tuple(fc.constantFrom(...readSimply), fc.nat(), fc.nat(3), fc.constantFrom(...damages))
      .map(([text, where, cut, put]) => {
        const at = where % (text.length + 1);
        return text.slice(0, at) + put + text.slice(at + cut);
      });
    const answers = { simple: 0, 'left to the package': 0 };
    fc.assert(
      fc.property(damaged, (text) => void (answers[expectSame(text)] += 1)),
      { numRuns: 3000 },
    );
    // Both kinds must have been met, or this compares nothing.
    expect(Math.min(...Object.values(answers))).toBeGreaterThan(300);
  });
});

const line = fc
  .tuple(
    fc.constantFrom('', '  ', '    ', ' '),
    fc.constantFrom('', '- ', '-  '),
    fc.constantFrom('a:', 'b: ', 'c: ', 'd: ', 'a b', ''),
    fc.constantFrom(
      '',
      '1',
      'x y',
      "'q'",
      '"r"',
      '[1, s]',
      '{ t: u, v: }',
      '[]',
      '- w',
      '~',
      '&x 1',
      'e: f',
      '{',
      ' # c',
      '/p:1',
      'g #h',
      'i:',
    ),
  )
  .map((parts) => parts.join(''));

test('random lines of YAML read the same', () => {
  let met = 0;
  const property = fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
    if (expectSame(lines.join('\n')) === 'simple') met += 1;
  });
  fc.assert(property, { numRuns: 10_000 });
  expect(met).toBeGreaterThan(300);
});
