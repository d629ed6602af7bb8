import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { VmTarget } from '../../../src/ports/hypervisor.ts';
import { askIdentity } from '../../../src/qemu/ask-identity.ts';
import { openQmp } from '../../../src/qemu/qmp-client.ts';
import { type FakeQemu, installFakeQemu } from '../../fakes/install-fake-qemu.ts';
import { type Bench, makeBench, must, passed } from './bench.ts';

let fake: FakeQemu;
let bench: Bench;

beforeEach(() => {
  fake = installFakeQemu(mkdtempSync(join(tmpdir(), 'fake-qemu-')));
  bench = makeBench({ searchPath: fake.folder });
});

afterEach(() => {
  bench.cleanUp();
});

async function running(): Promise<VmTarget> {
  const target = { ...bench.target, process: must(await bench.launch()) };
  must(await bench.hypervisor.cont(passed({ kind: 'start_vm' }), target));
  return target;
}

const stop = (target: VmTarget, how: { readonly force: boolean }) =>
  bench.hypervisor.stop(passed({ kind: 'stop_vm', ...how }), target);

test('a guest that shuts down is stopped by its own power button', async () => {
  const target = await running();
  expect(must(await stop(target, { force: false }))).toEqual({ how: 'powerdown' });
  expect(readFileSync(join(bench.folder, 'serial.log'), 'utf8')).toContain('powers down');
});

test('a guest that comes to hear the power button only later is still stopped by it', async () => {
  const target = await running();
  fake.tell({ ignore: ['system_powerdown'] });
  setTimeout(() => {
    fake.tell({});
  }, 300);
  expect(must(await stop(target, { force: false }))).toEqual({ how: 'powerdown' });
});

test('a guest that ignores the power button is ended after the wait', async () => {
  const target = await running();
  fake.tell({ ignore: ['system_powerdown'] });
  expect(must(await stop(target, { force: false }))).toEqual({ how: 'quit' });
});

test('a reset instead of the answer to quit is no failure', async () => {
  const target = await running();
  fake.tell({ resetOn: ['quit'] });
  expect(must(await stop(target, { force: true }))).toEqual({ how: 'quit' });
});

test('a silent QEMU is never signalled without force, and ended with it', async () => {
  const target = await running();
  fake.tell({ silent: ['monitor', 'probe'] });
  expect(await bench.hypervisor.observe(target)).toMatchObject({ kind: 'running', qmp: 'silent', process: 'ours' });
  expect(await stop(target, { force: false })).toMatchObject({ failures: [{ reason: 'stop_unconfirmed' }] });
  expect(bench.host.processes.inspect(target.process?.pid ?? 0).kind).toBe('present');
  expect(must(await stop(target, { force: true }))).toEqual({ how: 'signal' });
});

test('a QEMU that also ignores SIGTERM is killed', async () => {
  const target = await running();
  fake.tell({ silent: ['monitor', 'probe'], ignoreSigterm: true });
  expect(must(await stop(target, { force: true }))).toEqual({ how: 'signal' });
});

test('another VM behind our socket is left alone, with force too', async () => {
  const target = await running();
  fake.tell({ identity: { name: 'somebody-else' } });
  expect(await bench.hypervisor.observe(target)).toMatchObject({ kind: 'unknown', why: 'conflicting_evidence' });
  expect(await stop(target, { force: true })).toMatchObject({ failures: [{ reason: 'identity_mismatch' }] });
  expect(bench.host.processes.inspect(target.process?.pid ?? 0).kind).toBe('present');
});

test('a monitor that answers with errors is never followed by a signal', async () => {
  const target = await running();
  fake.tell({ refuse: { 'query-uuid': 'not today' } });
  expect(await stop(target, { force: true })).toMatchObject({ failures: [{ reason: 'identity_mismatch' }] });
  expect(bench.host.processes.inspect(target.process?.pid ?? 0).kind).toBe('present');
});

test('a launched QEMU that lies about its identity does not stay', async () => {
  fake.tell({ identity: { uuid: '00000000-0000-4000-8000-000000000000' } });
  expect(await bench.launch()).toMatchObject({ failures: [{ reason: 'identity_mismatch' }] });
  const [launch] = fake.journal().filter((entry) => entry.event === 'launch');
  expect(bench.host.processes.inspect(launch?.pid ?? 0).kind).not.toBe('present');
});

test('a QEMU that dies at once leaves its status and its last words', async () => {
  fake.tell({ dieAtOnce: { status: 3, stderr: 'first\nqemu: no more sockets\n' } });
  expect(await bench.launch()).toMatchObject({
    failures: [{ reason: 'qemu_exited', command: { exitStatus: 3, stderr: 'first\nqemu: no more sockets' } }],
  });
});

test('cont: refused, answered late, and not answered at all', async () => {
  const target = { ...bench.target, process: must(await bench.launch()) };
  const cont = () => bench.hypervisor.cont(passed({ kind: 'start_vm' }), target);
  fake.tell({ refuse: { cont: 'no medium' } });
  expect(await cont()).toMatchObject({ failures: [{ reason: 'vm_refused', command: 'cont', detail: 'no medium' }] });
  fake.tell({ ignore: ['cont'] });
  expect(await cont()).toMatchObject({ failures: [{ reason: 'vm_refused', detail: 'it stays prelaunch' }] });
  fake.tell({ dieOn: ['cont'] });
  expect(await cont()).toMatchObject({ failures: [{ reason: 'vm_outcome_unknown', command: 'cont' }] });
});

test('the phases of a conversation have their own names', async () => {
  await running();
  const { monitor } = bench.target.sockets;
  expect(await openQmp('/nonexistent/socket', 500)).toMatchObject({
    trouble: { kind: 'no_listener', phase: 'connect' },
  });
  fake.tell({ silent: ['monitor'] });
  expect(await openQmp(monitor, 300)).toMatchObject({ trouble: { kind: 'silent', phase: 'greeting' } });
  fake.tell({ garbage: true });
  expect(await openQmp(monitor, 500)).toMatchObject({ trouble: { kind: 'not_qmp', phase: 'greeting' } });
  fake.tell({ refuse: { qmp_capabilities: 'no' } });
  expect(await openQmp(monitor, 500)).toMatchObject({ trouble: { kind: 'refused', phase: 'negotiation' } });
  fake.tell({ noReply: ['stop'] });
  const client = await openQmp(monitor, 2_000);
  if (!client.ok) throw new Error('not opened');
  expect(await client.value.execute('stop', { limitMs: 300 })).toMatchObject({
    trouble: { kind: 'outcome_unknown', phase: 'command' },
  });
  expect(await client.value.execute('query-status', { limitMs: 2_000 })).toMatchObject({ value: { status: 'paused' } });
  client.value.close();
});

test('a line that never ends is cut off', async () => {
  await running();
  fake.tell({ endlessLine: true });
  const { probe } = bench.target.sockets;
  expect(await openQmp(probe, 10_000)).toMatchObject({ trouble: { kind: 'not_qmp', phase: 'greeting' } });
  expect(await askIdentity(probe, bench.target, 10_000)).toMatchObject({ qmp: 'error_reply' });
}, 30_000);

test('a child that is no QEMU yet is not signalled when it is discarded, and is waited for', async () => {
  const { process: child, ended } = stranger(0.6);
  const target = { ...bench.target, process: child };
  expect(await bench.hypervisor.discard(passed({ kind: 'start_vm' }), target)).toBe(true);
  // By itself: a signal would show as that.
  expect(await ended).toEqual([0, null]);
});

test('one that does not end is not waited for without end', async () => {
  const { process: child, ended, end } = stranger(60);
  const target = { ...bench.target, process: child };
  expect(await bench.hypervisor.discard(passed({ kind: 'start_vm' }), target)).toBe(false);
  end();
  await ended;
}, 20_000);

/** A process of ours with other words than a VM's. */
function stranger(seconds: number) {
  const child = spawn('sleep', [String(seconds)], { stdio: 'ignore' });
  const seen = bench.host.processes.inspect(child.pid ?? 0);
  if (seen.kind !== 'present') throw new Error('sleep did not start');
  return { process: seen.identity, ended: once(child, 'exit'), end: () => child.kill() };
}
