import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../src/core/failure.ts';
import { describeFailure } from '../../../src/core/failure-text.ts';
import { complaints, oneHost } from './resolve-text.ts';

interface Case {
  readonly title: string;
  readonly text: string;
  readonly expected: readonly string[];
}

const folder = new URL('bad/', import.meta.url);

const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));

/** Reads the blocks of one file; bad/README.md says how they are written. */
function casesOf(file: string): readonly Case[] {
  const blocks = readFileSync(new URL(file, folder), 'utf8').split('\n\n## ');
  return blocks.map((block) => {
    const [title = '', ...lines] = block.replace(/^## /, '').trimEnd().split('\n');
    const marked = (mark: string): readonly string[] =>
      lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(2));
    const variables = marked('+');
    return {
      title,
      text: variables.length > 0 ? oneHost(...variables) : marked('|').join('\n'),
      expected: marked('='),
    };
  });
}

function shown(failure: Failure): string {
  return `${failure.reason} ${describeFailure(failure).message}`;
}

test('there are more than a hundred bad manifests, each with its own words', () => {
  const cases = files.flatMap(casesOf);
  expect(cases.length).toBeGreaterThan(100);
  expect(cases.every(({ expected }) => expected.length > 0)).toBe(true);
});

describe.each(files)('%s', (file) => {
  test.each(casesOf(file))('$title', ({ text, expected }) => {
    expect(complaints(text).map(shown)).toEqual(expected);
  });
});

const control = [
  { name: 'a NUL', text: 'all:\n  hosts: { 10.10.10.10: { nodename: a\u0000 } }', at: '2:38', code: 'U+0000' },
  { name: 'an escape character', text: 'all: # \u001b[31m', at: '1:8', code: 'U+001B' },
  { name: 'a carriage return alone', text: 'all:\r  hosts:', at: '1:5', code: 'U+000D' },
  { name: 'a delete', text: '\u007f', at: '1:1', code: 'U+007F' },
];

test.each(control)('$name', ({ text, at, code }) => {
  const expected = `control_character paddock.yml:${at}: control character ${code}, a manifest is plain text`;
  expect(complaints(text).map(shown)).toEqual([expected]);
});

test('every complaint is a usage error that left nothing behind', () => {
  for (const failure of files.flatMap(casesOf).flatMap(({ text }) => complaints(text))) {
    expect(describeFailure(failure)).toMatchObject({ class: 'usage', left: 'nothing' });
    expect('at' in failure && failure.at.file).toBe('paddock.yml');
  }
});
