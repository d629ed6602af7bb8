import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { jsonText } from '../../src/ui/json-text.ts';
import { yamlText } from '../../src/ui/yaml-text.ts';

const hostile = 'a\u001b[2J\u0007 \u009b31m \u007f \u202egpj.exe\u2066 \u2028 \r\n\tend\u0085';
const document = {
  lines: [hostile, 'plain', '', 'yes', '0x10', 'two\nlines'],
  [`key \u009b\u202e`]: hostile.repeat(20),
  count: 3,
  none: null,
};

describe.each([
  ['JSON', jsonText, (text: string): unknown => JSON.parse(text)],
  ['YAML', yamlText, (text: string): unknown => parse(text)],
] as const)('%s', (_, draw, read) => {
  it('says the same as its document, with nothing in it that a terminal acts on', () => {
    const text = draw(document);
    expect(read(text)).toEqual(document);
    expect(text).not.toMatch(/[^\n\t\u0020-\u007e]/u);
  });

  it('ends with one line end, and leaves letters of any script alone', () => {
    expect(draw({ name: 'naïve 日本' })).toMatch(/naïve 日本"?\n?\}?\n$/);
  });
});

it('JSON of what is harmless is as it ever was', () => {
  expect(jsonText({ a: [1, 'x'] })).toBe(`${JSON.stringify({ a: [1, 'x'] }, null, 2)}\n`);
});
