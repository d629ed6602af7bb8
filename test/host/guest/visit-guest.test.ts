import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Result } from '../../../src/core/result.ts';
import { visitGuest } from '../../../src/host/visit-guest.ts';
import type { GuestFacts, GuestWork, ReadyGuest } from '../../../src/ports/guest.ts';
import { benchTarget, openScriptBench, type ScriptBench } from './script-bench.ts';

const linux = process.platform === 'linux' && spawnSync('flock', ['--version']).status === 0;
if (!linux) process.stdout.write('skipped: visits of a guest on this host, for want of Linux and flock\n');

let bench: ScriptBench;

beforeEach(() => {
  bench = openScriptBench();
  isInstance(benchTarget.uuid);
});
afterEach(() => {
  bench.close();
});

function isInstance(id: string): void {
  spawnSync('mkdir', ['-p', join(bench.folder, 'var/cloud/data')]);
  writeFileSync(join(bench.folder, 'var/cloud/data/instance-id'), `${id}\n`);
}

interface VisitOptions {
  readonly input?: (seen: GuestFacts) => Promise<string | null>;
  readonly limitMs?: number;
  readonly signal?: AbortSignal;
  readonly scriptLimitMs?: number;
}

function visit(script: string, options: VisitOptions = {}): Promise<Result<ReadyGuest>> {
  bench.script(script);
  const { limitMs = 20_000, signal = new AbortController().signal, scriptLimitMs = 20_000 } = options;
  const input = options.input ?? (() => Promise.resolve('input\n'));
  const work: GuestWork = { script: 'report', limitMs: scriptLimitMs, input };
  return visitGuest(bench.world, benchTarget, { limitMs, signal, work });
}

describe.skipIf(!linux)('a visit', () => {
  it('looks first, and runs the script with what the look asks for, in one login', async () => {
    bench.program('sudo', `echo x >>${bench.folder}/logins; shift; exec "$@"`);
    const visited = await visit('printf "<%s>" "$(cat)"; echo trouble >&2; exit 3\n', {
      input: (seen) => Promise.resolve(`clock ${String(seen.clockAheadSeconds)}`),
    });
    expect(visited).toMatchObject({
      ok: true,
      value: {
        seen: { instanceId: benchTarget.uuid, marker: null, clockAheadSeconds: 0 },
        ran: { ok: true, value: { exitStatus: 3, stdout: '<clock 0>', stderr: 'trouble' } },
      },
    });
    expect(visited.ok ? visited.value.seen.mountPoints : []).toContain('/');
  });

  it('runs nothing where nothing is to be done, and leaves nothing behind', async () => {
    const visited = await visit(`touch ${bench.folder}/ran\n`, { input: () => Promise.resolve(null) });
    expect(visited).toMatchObject({ ok: true, value: { ran: null } });
    expect(readdirSync(bench.folder)).not.toContain('ran');
    expect(readdirSync(join(bench.folder, 'run'))).toEqual([]);
  });

  it('asks a stranger for nothing', async () => {
    isInstance('1b9c1c7e-1111-4222-8333-444455556666');
    let asked = false;
    const input = () => {
      asked = true;
      return Promise.resolve('');
    };
    expect(await visit('exit 0\n', { input })).toMatchObject({ ok: false, failures: [{ reason: 'guest_identity' }] });
    expect(asked).toBe(false);
  });

  it.each([
    ['echo "dba@127.0.0.1: Permission denied (publickey)." >&2; exit 255', 'guest_not_ready', /Permission denied/u],
    ['echo "Host key verification failed." >&2; exit 255', 'guest_identity', /./u],
    ['exit 1', 'guest_not_ready', /no instance id yet/u],
    ['exit 0', 'guest_not_ready', /no instance id yet/u],
    ['sleep 60', 'guest_not_ready', /did not finish in time/u],
  ])('that came to nothing (%s) fails like a look', async (ssh, reason, words) => {
    bench.program('ssh', ssh);
    const visited = await visit('exit 0\n', { limitMs: 1000 });
    expect(visited).toMatchObject({ ok: false, failures: [{ reason }] });
    expect(JSON.stringify(visited)).toMatch(words);
  });

  it('is not taken back by a way to root that is closed', async () => {
    bench.program('sudo', 'echo "sudo: a password is required" >&2; exit 1');
    expect(await visit('exit 0\n')).toMatchObject({
      ok: true,
      value: { ran: { failures: [{ reason: 'guest_script_refused', detail: 'sudo: a password is required' }] } },
    });
  });

  it('keeps to the limit of its script, however short the look was to be', async () => {
    expect(await visit('sleep 60\n', { limitMs: 10_000, scriptLimitMs: 1000 })).toMatchObject({
      ok: true,
      value: { ran: { failures: [{ reason: 'guest_script_late' }] } },
    });
    expect(await visit('sleep 1.5; echo done\n', { limitMs: 1000 })).toMatchObject({
      ok: true,
      value: { ran: { ok: true, value: { stdout: 'done\n' } } },
    });
  });

  it('does not know how far its script came when the connection breaks', async () => {
    bench.program(
      'ssh',
      `for last in "$@"; do :; done
(sh -c "$(printf '%s' "$last" | sed 's,/var/lib/,${bench.folder}/var/,g')") | sed -u '/paddock: end/d'; exit 255`,
    );
    expect(await visit('sleep 0.1\n')).toMatchObject({
      ok: true,
      value: { ran: { failures: [{ reason: 'guest_script_cut_off' }] } },
    });
  });

  it('can be called off before its script, and during it', async () => {
    bench.program('ssh', `printf '%s\\n' ${benchTarget.uuid} 1 'paddock: seen'; exec sleep 60`);
    const stop = new AbortController();
    const input = () => {
      setTimeout(() => {
        stop.abort();
      }, 100);
      return Promise.resolve('');
    };
    expect(await visit('exit 0\n', { signal: stop.signal, input })).toMatchObject({
      ok: true,
      value: { ran: { failures: [{ reason: 'interrupted' }] } },
    });
    expect(await visit('exit 0\n', { signal: AbortSignal.abort() })).toMatchObject({
      failures: [{ reason: 'interrupted' }],
    });
  });

  it('leaves no login open after a bug of its caller', async () => {
    const bug = new Error('a bug');
    await expect(visit('exit 0\n', { input: () => Promise.reject(bug) })).rejects.toBe(bug);
  });
});
