import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { terminalApprover } from '../../src/host/approver.ts';

const question = {
  lines: ['deletes node-3'],
  expected: 'destroy',
  command: 'destroy',
  confirmed: ['destroy', '--yes'],
};

function terminal(over: { readonly inputIsTty?: boolean; readonly outputIsTty?: boolean } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY: over.inputIsTty ?? true });
  const output = Object.assign(new PassThrough(), { isTTY: over.outputIsTty ?? true });
  const stop = new AbortController();
  return { input, output, stop, approver: terminalApprover({ input, output, signal: stop.signal }) };
}

describe('terminalApprover', () => {
  it.each([
    ['destroy\n', { kind: 'approved' }],
    ['  destroy  \n', { kind: 'approved' }],
    ['yes\n', { kind: 'declined', typed: 'yes' }],
    ['y\n', { kind: 'declined', typed: 'y' }],
    ['\n', { kind: 'declined', typed: '' }],
    ['Destroy\n', { kind: 'declined', typed: 'Destroy' }],
  ])('typed %j is %j', async (typed, expected) => {
    const { input, output, approver } = terminal();
    const answer = approver.confirm(question);
    input.write(typed);
    expect(await answer).toEqual(expected);
    expect(String(output.read())).toContain('deletes node-3');
  });

  it.each([{ inputIsTty: false }, { outputIsTty: false }])(
    'without a terminal it is shown, and nothing is asked: %j',
    async (over) => {
      const { input, output, approver } = terminal(over);
      input.write('destroy\n');
      expect(await approver.confirm(question)).toEqual({ kind: 'no_terminal' });
      expect(String(output.read())).toBe('deletes node-3\n');
    },
  );

  it('an end of the input is a no, and ends the line that the prompt stands on', async () => {
    const { input, output, approver } = terminal();
    const answer = approver.confirm(question);
    input.end();
    expect(await answer).toEqual({ kind: 'declined', typed: null });
    expect(String(output.read())).toMatch(/to confirm: \n$/u);
  });

  it('an interruption is a no, before and while it asks', async () => {
    const { approver, stop } = terminal();
    const answer = approver.confirm(question);
    stop.abort();
    expect(await answer).toEqual({ kind: 'declined', typed: null });
    expect(await approver.confirm(question)).toEqual({ kind: 'declined', typed: null });
  });
});
