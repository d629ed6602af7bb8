import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guestScripts } from '../../../src/core/guest/guest-script.ts';
import type { Result } from '../../../src/core/result.ts';
import { runGuestScript } from '../../../src/host/run-guest-script.ts';
import type { ScriptEnd, ScriptRun } from '../../../src/ports/guest.ts';
import { benchTarget, openScriptBench, type ScriptBench, shippedScripts } from './script-bench.ts';

const linux = process.platform === 'linux' && spawnSync('flock', ['--version']).status === 0;
if (!linux) process.stdout.write('skipped: guest scripts on this host, for want of Linux and flock\n');

let bench: ScriptBench;
let folder = '';

beforeEach(() => {
  bench = openScriptBench();
  folder = bench.folder;
});
afterEach(() => {
  bench.close();
});

function program(name: string, body: string): void {
  bench.program(name, body);
}

function run(script: string, changes: Partial<ScriptRun> = {}): Promise<Result<ScriptEnd>> {
  bench.script(script);
  const signal = new AbortController().signal;
  const request = { script: 'report', arguments: [], limitMs: 20_000, signal, ...changes } as const;
  return runGuestScript(bench.world, benchTarget, request);
}

describe('the scripts that are shipped', () => {
  it('are all there', () => {
    const files = readdirSync(shippedScripts);
    expect(
      Object.values(guestScripts)
        .flat()
        .filter((name) => !files.includes(`${name}.sh`)),
    ).toEqual([]);
  });
});

describe.skipIf(!linux)('a script in a guest', () => {
  it('gets its arguments and its input, and its status and output come back', async () => {
    const script = 'printf "<%s>" "$@"; cat; echo trouble >&2; exit 7\n';
    expect(await run(script, { arguments: ["it's", '', 'a  b'], stdin: 'input\n\0rest' })).toEqual({
      ok: true,
      value: { exitStatus: 7, stdout: "<it's><><a  b>input\n\0rest", stderr: 'trouble' },
    });
  });

  it('leaves nothing of itself behind but the lock', async () => {
    expect(await run('ls -d "$0" >/dev/null && ls -ld "$(dirname "$0")" | cut -c 1-10\n')).toMatchObject({
      value: { exitStatus: 0, stdout: 'drwx------\n' },
    });
    expect(readdirSync(join(folder, 'run'))).toEqual(['paddock.lock']);
  });

  it.each([
    ['the script', 's/exit 0/exit 1/', 'the script did not arrive as it was sent'],
    ['the input', 's/input/imput/', 'the script did not arrive as it was sent'],
    ['the end', '$d', 'the script did not arrive as it was sent'],
  ])('does not run when %s arrives changed', async (_what, edit, detail) => {
    program('ssh', `for last in "$@"; do :; done\nsed '${edit}' | sh -c "$last"`);
    expect(await run(`touch ${folder}/ran; exit 0\n`, { stdin: 'input\nlast\n' })).toMatchObject({
      failures: [{ reason: 'guest_script_refused', detail }],
    });
    expect(readdirSync(folder)).not.toContain('ran');
  });

  it('is refused where sudo wants a password', async () => {
    program('sudo', 'echo "sudo: a password is required" >&2; exit 1');
    expect(await run('exit 0\n')).toMatchObject({
      failures: [{ reason: 'guest_script_refused', node: 'node-1', detail: 'sudo: a password is required' }],
    });
  });

  it('is ended at its limit', async () => {
    expect(await run('sleep 60\n', { limitMs: 1000 })).toMatchObject({ failures: [{ reason: 'guest_script_late' }] });
  });

  it('is not known to have ended when the connection breaks', async () => {
    program('ssh', 'for last in "$@"; do :; done\nsh -c "$last" | head -n 1; exit 255');
    expect(await run('sleep 0.2; echo done\n')).toMatchObject({ failures: [{ reason: 'guest_script_cut_off' }] });
  });

  it('waits for an earlier one, and does not run beside it', async () => {
    const [first, second] = await Promise.all([
      run(`mkdir ${folder}/held && sleep 1 && rmdir ${folder}/held\n`),
      run(`mkdir ${folder}/held && sleep 1 && rmdir ${folder}/held\n`),
    ]);
    expect([first, second]).toMatchObject([{ value: { exitStatus: 0 } }, { value: { exitStatus: 0 } }]);
  });

  it.each([
    ['Host key verification failed.', 'guest_identity'],
    ['ssh: connect to host 127.0.0.1 port 1: Connection refused', 'guest_not_ready'],
  ])('that ssh could not reach: %s', async (said, reason) => {
    program('ssh', `echo '${said}' >&2; exit 255`);
    expect(await run('exit 0\n')).toMatchObject({ failures: [{ reason }] });
  });

  it('is cut off when it says too much', async () => {
    expect(await run('head -c 2000000 /dev/zero\n')).toMatchObject({
      failures: [{ reason: 'guest_script_cut_off', detail: 'too much output' }],
    });
  });
});
