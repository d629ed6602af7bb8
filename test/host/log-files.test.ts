import { appendFileSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLogFiles } from '../../src/host/log-files.ts';

const logs = createLogFiles();
let path: string;

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'paddock-log-')), 'serial.log');
});

describe('tail', () => {
  it.each([
    ['', 3, ''],
    ['one\n', 3, 'one\n'],
    ['one\ntwo\nthree\nfour\n', 2, 'three\nfour\n'],
    ['one\ntwo\nunfinished', 2, 'two\nunfinished'],
    ['one\ntwo\n', 0, ''],
  ])('of %j the last %i lines', async (text, lines, expected) => {
    writeFileSync(path, text);
    expect(await logs.tail(path, lines)).toEqual({ ok: true, value: expected });
  });

  it('is null where there is no log', async () => {
    expect(await logs.tail(path, 3)).toEqual({ ok: true, value: null });
  });

  it('never follows a symlink', async () => {
    symlinkSync('/etc/passwd', path);
    expect(await logs.tail(path, 3)).toMatchObject({ ok: false });
  });

  it('reads only the end of a long log', async () => {
    writeFileSync(path, `${'x'.repeat(99)}\n`.repeat(100_000));
    const tail = await logs.tail(path, 1_000_000);
    expect(tail.ok && (tail.value ?? '').length).toBeLessThanOrEqual(4 * 2 ** 20);
  });
});

describe('follow', () => {
  it('gives the end, then what is added, and starts over when the log was cut', async () => {
    writeFileSync(path, 'old\nlast\n');
    const stop = new AbortController();
    const chunks = logs.follow(path, { lines: 1, signal: stop.signal })[Symbol.asyncIterator]();
    expect((await chunks.next()).value).toBe('last\n');
    appendFileSync(path, 'more\n');
    expect((await chunks.next()).value).toBe('more\n');
    truncateSync(path);
    appendFileSync(path, 'new\n');
    expect((await chunks.next()).value).toBe('new\n');
    stop.abort();
    expect((await chunks.next()).done).toBe(true);
  });

  it('keeps a character together that was written in two goes, and ends with its file', async () => {
    writeFileSync(path, '');
    const chunks = logs.follow(path, { lines: 1, signal: new AbortController().signal })[Symbol.asyncIterator]();
    const next = chunks.next();
    const [first, second] = [Buffer.from('gr\u00fc').subarray(0, 3), Buffer.from('\u00fc').subarray(1)];
    await sleep(300);
    appendFileSync(path, first);
    expect((await next).value).toBe('gr');
    appendFileSync(path, second);
    expect((await chunks.next()).value).toBe('\u00fc');
    rmSync(path);
    expect((await chunks.next()).done).toBe(true);
  });
});
