import { expect, test } from 'vitest';
import { lossyArgument } from '../../src/cli/lossy-argument.ts';

const typed = (...words: readonly (string | Buffer)[]) => {
  const bytes = words.flatMap((word) => [Buffer.from(word), Buffer.of(0)]);
  return () => Buffer.concat(bytes);
};
const start = ['node', 'paddock'];

test('an argument with bytes that are no UTF-8 is found, as node has read it', () => {
  const bytes = Buffer.of(0x72, 0xff, 0x61);
  expect(lossyArgument(['exec', 'meta', 'r\uFFFDa'], typed(...start, 'exec', 'meta', bytes))).toBe(3);
});

test('one that is typed with the character itself is text, beside an empty one too', () => {
  expect(lossyArgument(['exec', '', '\uFFFD'], typed(...start, 'exec', '', '\uFFFD'))).toBeNull();
});

test('words without that character are not looked at', () => {
  expect(lossyArgument(['plan'], () => expect.unreachable())).toBeNull();
});

test('where nobody tells what was typed, the words are taken', () => {
  expect(lossyArgument(['\uFFFD'], () => Buffer.alloc(0))).toBeNull();
});
