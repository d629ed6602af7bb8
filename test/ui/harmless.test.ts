import { describe, expect, it } from 'vitest';
import { harmless } from '../../src/ui/harmless.ts';

describe('harmless', () => {
  it.each([
    ['plain text stays', 'plain text stays'],
    ['lines\nand\ttabs stay', 'lines\nand\ttabs stay'],
    ['naïve ünïcode 日本 stays', 'naïve ünïcode 日本 stays'],
    ['\u001b[2Jcleared', '\\x1b[2Jcleared'],
    ['bell\u0007', 'bell\\x07'],
    ['over\rwritten', 'over\\x0dwritten'],
    ['\u009b31mred', '\\x9b31mred'],
    ['user\u202egpj.exe', 'user\\u202egpj.exe'],
    ['del\u007f', 'del\\x7f'],
  ])('%j becomes %j', (given, expected) => {
    expect(harmless(given)).toBe(expected);
  });
});
