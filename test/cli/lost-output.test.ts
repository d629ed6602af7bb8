import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { writeAll } from '../../src/cli/write-all.ts';
import { freshFolder, runTyped } from './run-typed.ts';

/** A stdout that takes `room` characters and fails with `code` from then on. */
function failing(code: string, room = 0): Writable {
  let left = room;
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (left <= 0) done(Object.assign(new Error(code), { code }));
      else done();
      left -= chunk.length;
    },
  }).on('error', () => undefined);
}

describe('a stdout that does not take the result', () => {
  it.each([['version'], ['help'], ['status', '--json'], ['plan', '--json'], ['init', '--yaml']])(
    'fails and says so: %s',
    async (...argv) => {
      for (const code of ['ENOSPC', 'EIO', 'EBADF']) {
        const typed = await runTyped(argv, freshFolder(), { stdout: failing(code) });
        expect(typed.exit).not.toBe(0);
        expect(typed.stderr).toContain(`error: stdout could not be written (${code})`);
      }
    },
  );

  it('is nothing when only the reader has left', async () => {
    expect(await runTyped(['version'], freshFolder(), { stdout: failing('EPIPE') })).toMatchObject({
      exit: 0,
      stderr: '',
    });
  });

  it('keeps the exit status of a failure and names both', async () => {
    const typed = await runTyped(['plan', '--json'], freshFolder(), { stdout: failing('ENOSPC') });
    expect(typed.exit).toBe(2);
    expect(typed.stderr).toMatch(/^error: no manifest here.*\nerror: stdout could not be written/);
  });
});

describe('writeAll', () => {
  it('notices a device that takes a part without a word', async () => {
    expect(await writeAll(failing('ENOSPC', 3), 'abcdef\n')).toEqual({ lost: 'ENOSPC' });
  });
});
