import { describe, expect, it } from 'vitest';
import { createPrograms } from '../../src/host/run-program.ts';
import type { RelayRequest } from '../../src/ports/programs.ts';

const programs = createPrograms();

async function relay(script: string, more: Partial<RelayRequest> = {}) {
  const taken = { stdout: '', stderr: '' };
  const result = await programs.relay({
    executable: 'sh',
    arguments: ['-c', script],
    timeoutMs: 60_000,
    onOutput: ({ from, text }) => {
      taken[from] += text;
      return Promise.resolve();
    },
    ...more,
  });
  return { result, ...taken };
}

describe('relay', () => {
  it('hands on both streams apart, whole characters only, and returns the exit status', async () => {
    const ran = await relay("cat; printf '\\303'; sleep 0.2; printf '\\274'; echo err >&2; exit 3", {
      stdin: new TextEncoder().encode('in '),
      accept: [3],
    });
    expect(ran).toEqual({ result: { ok: true, value: 3 }, stdout: 'in ü', stderr: 'err\n' });
  });

  it('lets the program wait while a piece is being taken, and holds nothing of the rest', async () => {
    let bytes = 0;
    let mostHeld = 0;
    const before = process.memoryUsage().rss;
    const ran = await relay('head -c 100000000 /dev/zero', {
      onOutput: async ({ text }) => {
        bytes += text.length;
        // One turn of the event loop for each piece: whoever reads ahead would pile them up meanwhile.
        await new Promise((resolve) => setImmediate(resolve));
        mostHeld = Math.max(mostHeld, process.memoryUsage().rss - before);
      },
    });
    expect(ran.result).toEqual({ ok: true, value: 0 });
    expect(bytes).toBe(100_000_000);
    expect(mostHeld).toBeLessThan(80 * 2 ** 20);
  });

  it('ends a program at its limit and with an abort, and says so', async () => {
    const late = await relay('echo begun; sleep 60', { timeoutMs: 1000 });
    expect(late.stdout).toBe('begun\n');
    expect(late.result).toMatchObject({ failures: [{ reason: 'command_failed', command: { timedOut: true } }] });
    const stop = new AbortController();
    const aborted = await relay('echo begun; sleep 60', {
      signal: stop.signal,
      onOutput: () => {
        stop.abort();
        return Promise.resolve();
      },
    });
    expect(aborted.result).toMatchObject({ failures: [{ reason: 'interrupted' }] });
    const never = await relay('true', { signal: stop.signal });
    expect(never.result).toMatchObject({ failures: [{ reason: 'interrupted' }] });
  });

  it('keeps stdin open for as long as the program runs, and not longer', async () => {
    const stdin = new TextEncoder().encode('four');
    const script = 'head -c 4; timeout 1 cat; echo " $?"';
    const held = await relay(script, { stdin, keepsStdinOpen: true });
    expect(held).toMatchObject({ result: { ok: true, value: 0 }, stdout: 'four 124\n' });
    expect(await relay(script, { stdin })).toMatchObject({ stdout: 'four 0\n' });
    const unread = await relay('exit 0', { stdin: new Uint8Array(2 ** 20), keepsStdinOpen: true });
    expect(unread.result).toEqual({ ok: true, value: 0 });
  });

  it('names a program that is not there, and quotes one that failed', async () => {
    const absent = await relay('', { executable: 'no-such-program', packages: 'some-package' });
    expect(absent.result).toMatchObject({ failures: [{ reason: 'tool_missing', packages: 'some-package' }] });
    const failed = await relay('echo why >&2; exit 4');
    expect(failed.result).toMatchObject({ failures: [{ command: { exitStatus: 4, stderr: 'why' } }] });
  });
});
