import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createClock } from '../../src/host/clock.ts';
import { createProcesses } from '../../src/host/processes.ts';
import { createPrograms } from '../../src/host/run-program.ts';
import type { ProgramRequest } from '../../src/ports/programs.ts';

const programs = createPrograms();
const signal = new AbortController().signal;

function sh(script: string, more: Partial<ProgramRequest> = {}) {
  return programs.run({ executable: 'sh', arguments: ['-c', script], timeoutMs: 5000, ...more });
}

describe('run', () => {
  it('captures stdout and keeps the boundaries of words', async () => {
    const result = await programs.run({ executable: 'printf', arguments: ['%s|', 'a b', '', "c'd"], timeoutMs: 5000 });
    expect(result).toEqual({ ok: true, value: { exitStatus: 0, stdout: "a b||c'd|", stderr: '' } });
  });

  it('reports a failing program with the end of its stderr', async () => {
    const result = await sh('i=0; while [ $i -lt 100 ]; do i=$((i+1)); echo "line $i" >&2; done; exit 3');
    expect(result).toMatchObject({
      ok: false,
      failures: [{ reason: 'command_failed', command: { name: 'sh', exitStatus: 3, signal: null, timedOut: false } }],
    });
    if (result.ok || result.failures[0]?.reason !== 'command_failed') throw new Error('expected a failure');
    const lines = result.failures[0].command.stderr.split('\n');
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([20, 'line 81', 'line 100']);
  });

  it('takes an accepted exit status as an answer', async () => {
    expect(await sh('echo x; exit 2', { accept: [0, 2] })).toMatchObject({
      ok: true,
      value: { exitStatus: 2, stdout: 'x\n' },
    });
  });

  it('names a missing tool and its package', async () => {
    const result = await programs.run({
      executable: 'no-such-program',
      arguments: [],
      timeoutMs: 5000,
      packages: 'some-package',
    });
    expect(result).toEqual({
      ok: false,
      failures: [{ reason: 'tool_missing', tool: 'no-such-program', packages: 'some-package' }],
    });
  });

  it('ends the program and its children at the time limit, even those that ignore SIGTERM', async () => {
    const marker = `31${String(process.pid)}`;
    const result = await sh(`trap "" TERM; sleep ${marker} & wait; sleep ${marker}`, { timeoutMs: 200 });
    expect(result).toMatchObject({ ok: false, failures: [{ reason: 'command_failed', command: { timedOut: true } }] });
    expect(createProcesses().findByArguments(['sleep', marker])).toEqual([]);
  });

  it('runs many at once, all to be ended by one signal, without a word of a leak', async () => {
    const warnings: string[] = [];
    const heard = ({ name }: Error) => void warnings.push(name);
    process.on('warning', heard);
    const stop = new AbortController();
    const clock = createClock();
    const waits = Array.from({ length: 20 }, () => clock.sleep(60_000, stop.signal));
    const running = Array.from({ length: 20 }, () => sh('sleep 60', { signal: stop.signal, timeoutMs: 60_000 }));
    await clock.sleep(50);
    stop.abort();
    await Promise.all(waits);
    expect((await Promise.all(running)).filter(({ ok }) => ok)).toEqual([]);
    process.off('warning', heard);
    expect(warnings).toEqual([]);
  });

  it('does not wait for a child that keeps the output open beyond the time limit', async () => {
    const started = performance.now();
    await sh('sleep 30 & exit 0', { timeoutMs: 300 });
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('stops on an abort, before and during the run', async () => {
    const controller = new AbortController();
    const running = sh('sleep 30', { signal: controller.signal });
    setTimeout(() => {
      controller.abort();
    }, 100);
    expect(await running).toMatchObject({ ok: false, failures: [{ reason: 'interrupted' }] });
    expect(await sh('true', { signal: controller.signal })).toMatchObject({
      ok: false,
      failures: [{ reason: 'interrupted' }],
    });
  });

  it('says why a program that is there could not be started', async () => {
    const request = { executable: 'true', arguments: ['x'.repeat(200_000)] };
    const refused = { failures: [{ reason: 'command_failed', command: { name: 'true', stderr: 'E2BIG' } }] };
    expect(await programs.run({ ...request, timeoutMs: 5000 })).toMatchObject(refused);
    expect(await programs.attach({ ...request, signal })).toMatchObject(refused);
  });

  it('bounds stdout', async () => {
    expect(await sh('yes', { maxStdoutBytes: 10_000 })).toMatchObject({
      ok: false,
      failures: [{ reason: 'command_failed', command: { stderr: 'too much output' } }],
    });
  });

  it('gives a clean environment in C, and what was asked for', async () => {
    process.env['PADDOCK_TEST_LEAK'] = 'leaked';
    const result = await sh('env', { env: { EXTRA: 'yes' } });
    delete process.env['PADDOCK_TEST_LEAK'];
    if (!result.ok) throw new Error('env failed');
    expect(result.value.stdout).toContain('LANG=C\n');
    expect(result.value.stdout).toContain('EXTRA=yes\n');
    expect(result.value.stdout).not.toContain('leaked');
  });

  it('hands over stdin and gives lines as they come', async () => {
    const lines: string[] = [];
    const result = await sh('cat; echo problem >&2; printf "no newline"', {
      stdin: 'a\nb\n',
      onLine: (line) => lines.push(line),
    });
    expect(result).toMatchObject({ ok: true, value: { stdout: 'a\nb\nno newline', stderr: 'problem' } });
    expect([...lines].sort()).toEqual(['a', 'b', 'no newline', 'problem']);
  });

  it('works where the current folder was deleted', () => {
    const script = `
      import { mkdtempSync, rmdirSync } from 'node:fs';
      import { createPrograms } from '${import.meta.dirname}/../../src/host/run-program.ts';
      const programs = createPrograms();
const signal = new AbortController().signal;
      const folder = mkdtempSync('/tmp/paddock-test-');
      process.chdir(folder);
      rmdirSync(folder);
      const found = await programs.run({ executable: 'echo', arguments: ['hi'], timeoutMs: 5000 });
      const missing = await programs.run({ executable: 'no-such-program', arguments: [], timeoutMs: 5000 });
      console.log(JSON.stringify([found.ok, missing.failures[0].reason]));`;
    const bundled = execFileSync(
      'npx',
      ['esbuild', '--bundle', '--platform=node', '--format=esm', '--packages=external'],
      {
        input: script,
        cwd: `${import.meta.dirname}/../..`,
      },
    );
    const output = execFileSync('node', ['--input-type=module', '-e', bundled.toString()], {
      cwd: `${import.meta.dirname}/../..`,
    });
    expect(JSON.parse(output.toString())).toEqual([true, 'tool_missing']);
  });
});

describe('attach', () => {
  it('returns the exit status, and 128 + n for a signal', async () => {
    expect(await programs.attach({ executable: 'sh', arguments: ['-c', 'exit 42'], signal })).toEqual({
      ok: true,
      value: 42,
    });
    expect(await programs.attach({ executable: 'sh', arguments: ['-c', 'kill -TERM $$'], signal })).toEqual({
      ok: true,
      value: 143,
    });
    expect(await programs.attach({ executable: 'no-such-program', arguments: [], signal })).toMatchObject({
      ok: false,
    });
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ])('hands on %s, which reached only us', async (name, status) => {
    const controller = new AbortController();
    const begun = performance.now();
    const attached = programs.attach({ executable: 'sleep', arguments: ['20'], signal: controller.signal });
    setTimeout(() => {
      controller.abort(name);
    }, 200);
    expect(await attached).toEqual({ ok: true, value: status });
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(await programs.attach({ executable: 'true', arguments: [], signal: controller.signal })).toMatchObject({
      ok: false,
      failures: [{ reason: 'interrupted' }],
    });
  });
});
