import { describe, expect, it } from 'vitest';
import { describeFailure } from '../../src/core/failure-text.ts';
import { failure } from '../../src/core/failure.ts';
import { oneLine } from '../../src/core/one-line.ts';

const at = { file: 'paddock.yml', line: 3, column: 5 };

describe('oneLine', () => {
  it.each([
    ['naïve 日本 stays', 'naïve 日本 stays'],
    ['a\nb\r\n\tc', 'a\\nb\\r\\n\\tc'],
    ['\u001b[2J', '\\x1b[2J'],
    ['next\u0085line\u2028or\u202egpj', 'next\\x85line\\u2028or\\u202egpj'],
  ])('%j becomes %j', (given, expected) => {
    expect(oneLine(given)).toBe(expected);
  });
});

describe('the message of a failure', () => {
  it('is one line, whatever key it quotes', () => {
    const key = 'vm_x\nerror: all is lost\u001b[1m';
    const { message } = describeFailure(failure('unknown_group_key', { at, group: 'all', key, hint: 'keep hosts' }));
    expect(message).toBe('paddock.yml:3:5: group all: unknown key vm_x\\nerror: all is lost\\x1b[1m, keep hosts');
  });

  it('escapes in lists and nested fields too', () => {
    const { message } = describeFailure(failure('group_cycle', { at: { ...at, file: 'a\nb' }, groups: ['x\ny', 'z'] }));
    expect(message).toBe('a\\nb:3:5: groups contain each other: x\\ny > z');
  });

  it('shows at most 300 characters of one text', () => {
    const { message } = describeFailure(failure('usage_error', { problem: 'x'.repeat(5000) }));
    expect(message).toBe(`${'x'.repeat(299)}…`);
  });
});
