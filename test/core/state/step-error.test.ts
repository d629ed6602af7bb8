import { describe, expect, it } from 'vitest';
import { failure } from '../../../src/core/failure.ts';
import { stepError } from '../../../src/core/state/step-error.ts';

describe('stepError', () => {
  it('keeps the words of a failure', () => {
    const error = stepError(failure('disk_full', { path: '/h/state', mountPoint: '/h' }));
    expect(error).toEqual({
      reason: 'disk_full',
      message: '/h/state: no space left on the file system at /h; free some there, then run the same command again',
      command: null,
    });
  });

  it('keeps the program that failed, with the end of what it said', () => {
    const command = {
      name: 'qemu-img',
      argv: ['qemu-img'],
      exitStatus: 1,
      signal: null,
      timedOut: false,
      stderr: 'x'.repeat(9000),
    };
    expect(stepError(failure('command_failed', { command })).command).toEqual({ ...command, stderr: 'x'.repeat(4096) });
  });

  it('does not take the name of a command for a program', () => {
    expect(stepError(failure('interrupted', { command: 'up' })).command).toBeNull();
  });
});
