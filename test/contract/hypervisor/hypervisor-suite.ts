import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { VmTarget } from '../../../src/ports/hypervisor.ts';
import { type Bench, must, passed } from './bench.ts';

const gib = 2 ** 30;

async function launched(bench: Bench): Promise<VmTarget> {
  return { ...bench.target, process: must(await bench.launch()) };
}

/** What the hypervisor port promises, over whichever QEMU. */
export function hypervisorContract(kind: string, make: () => Bench): void {
  describe(`the hypervisor over the ${kind} QEMU`, () => {
    let bench: Bench;
    beforeEach(() => {
      bench = make();
    });
    afterEach(() => {
      bench.cleanUp();
    });

    test('features are asked once and remembered', async () => {
      const features = must(await bench.hypervisor.features('amd64'));
      expect(features.machines[0]).toMatch(/^pc-q35-\d+\.\d+$/);
      expect(features.accelerators).toContain('tcg');
      expect(features.networkUser).toBe(true);
      const remembered = readFileSync(join(bench.host.cache, 'qemu-features-amd64.json'), 'utf8');
      expect(remembered).toContain(features.build);
      expect(must(await bench.hypervisor.features('amd64'))).toEqual(features);
    });

    test('an overlay is private, lies on its base, and is made once', async () => {
      const base = join(bench.folder, 'base.qcow2');
      const file = join(bench.folder, 'over.qcow2');
      must(await bench.hypervisor.createDisk(passed({ kind: 'create_data_disk' }), { file: base, sizeBytes: gib }));
      const overlay = { file, base, sizeBytes: 2 * gib };
      const create = () => bench.hypervisor.createOverlay(passed({ kind: 'create_root_disk' }), overlay);
      const made = must(await create());
      expect(made).toEqual({ virtualSizeBytes: 2 * gib });
      const facts = must(await bench.hypervisor.inspectImage(file));
      expect(facts).toMatchObject({ format: 'qcow2', backingFile: base, virtualSizeBytes: 2 * gib, corrupt: false });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const inode = statSync(file).ino;
      expect(must(await create())).toEqual(made);
      expect(statSync(file).ino).toBe(inode);
    });

    test('a disk is never made over another file, and a leftover of a crash is no hindrance', async () => {
      const file = join(bench.folder, 'data.qcow2');
      const create = (sizeBytes: number) =>
        bench.hypervisor.createDisk(passed({ kind: 'create_data_disk' }), { file, sizeBytes });
      writeFileSync(`${file}.new`, 'half a disk');
      must(await create(gib));
      expect(() => statSync(`${file}.new`)).toThrow('ENOENT');
      expect(await create(2 * gib)).toMatchObject({ failures: [{ reason: 'disk_in_the_way', file }] });
      writeFileSync(file, 'somebody wrote this');
      expect(await create(gib)).toMatchObject({ failures: [{ reason: 'disk_in_the_way' }] });
      expect(readFileSync(file, 'utf8')).toBe('somebody wrote this');
    });

    test('a life: launch stopped, cont, inspect, stop by force', async () => {
      expect(await bench.hypervisor.observe(bench.target)).toMatchObject({ kind: 'not_running', why: 'never_started' });
      const target = await launched(bench);
      expect(await bench.hypervisor.observe(target)).toMatchObject({ kind: 'running', paused: true, process: 'ours' });
      for (let twice = 0; twice < 2; twice += 1) {
        must(await bench.hypervisor.cont(passed({ kind: 'start_vm' }), target));
      }
      expect(await bench.hypervisor.observe(target)).toMatchObject({ kind: 'running', paused: false, qmp: 'ours' });
      expect(must(await bench.hypervisor.inspectVm(target))).toEqual({
        status: 'running',
        cpus: 1,
        memoryBytes: 2 ** 27,
        stall: null,
      });
      const stop = () => bench.hypervisor.stop(passed({ kind: 'stop_vm', force: true }), target);
      expect(must(await stop())).toEqual({ how: 'quit' });
      expect(await bench.hypervisor.observe(target)).toMatchObject({ kind: 'not_running', why: 'process_gone' });
      expect(must(await stop())).toEqual({ how: 'already_gone' });
    });

    test('its files are private whatever the umask is', async () => {
      const before = process.umask(0);
      try {
        await launched(bench);
      } finally {
        process.umask(before);
      }
      for (const file of ['qemu.log', 'serial.log', 'root.qcow2']) {
        expect(statSync(join(bench.folder, file)).mode & 0o777, file).toBe(0o600);
      }
      expect(statSync(join(bench.folder, 's')).mode & 0o777).toBe(0o700);
    });

    test('a VM that stands still is not waited for: it cannot shut down', async () => {
      const target = await launched(bench);
      const stopped = await bench.hypervisor.stop(passed({ kind: 'stop_vm', force: false }), target);
      expect(must(stopped)).toEqual({ how: 'quit' });
    });

    test('a VM whose process was never recorded is found by its words, and stopped', async () => {
      await launched(bench);
      expect(await bench.hypervisor.observe(bench.target)).toMatchObject({ kind: 'running', process: 'found_by_uuid' });
      const stopped = await bench.hypervisor.stop(passed({ kind: 'stop_vm', force: true }), bench.target);
      expect(must(stopped)).toEqual({ how: 'quit' });
    });

    test('a second launch leaves the first VM alone', async () => {
      const target = await launched(bench);
      const second = await bench.launch(await bench.spec());
      expect(second).toMatchObject({ failures: [{ reason: 'identity_mismatch' }] });
      expect(await bench.hypervisor.observe(target)).toMatchObject({ kind: 'running', pid: target.process?.pid });
    });

    test('a second QEMU of the same VM ends before it takes a socket away from the first', async () => {
      const spec = await bench.spec();
      const target = { ...bench.target, process: must(await bench.launch(spec)) };
      const second = spawnSync(spec.executable, [...spec.argv], { encoding: 'utf8', timeout: 20_000 });
      expect(second).toMatchObject({ status: 1, stderr: expect.stringContaining('Cannot lock pid file') as string });
      expect(await bench.hypervisor.observe(target)).toMatchObject({ kind: 'running', qmp: 'ours' });
      expect(must(await bench.hypervisor.stop(passed({ kind: 'stop_vm', force: true }), target))).toEqual({
        how: 'quit',
      });
    });

    test('a killed QEMU is gone, and a pid that a stranger has is not ours', async () => {
      const target = await launched(bench);
      const identity = target.process;
      if (identity === null) throw new Error('no identity');
      process.kill(identity.pid, 'SIGKILL');
      await expect
        .poll(async () => (await bench.hypervisor.observe(target)).kind, { timeout: 10_000 })
        .toBe('not_running');
      const self = bench.host.processes.self();
      const reused = { ...target, process: { ...identity, pid: self.pid } };
      expect(await bench.hypervisor.observe(reused)).toMatchObject({ kind: 'not_running', process: 'reused' });
      const stopped = await bench.hypervisor.stop(passed({ kind: 'stop_vm', force: true }), reused);
      expect(must(stopped)).toEqual({ how: 'already_gone' });
    });

    test.each([
      ['killed', 'SIGKILL'],
      ['by_signal', 'SIGTERM'],
      ['by_monitor', null],
    ] as const)('tells by what is left how a VM ended: %s', async (kind, signal) => {
      // An earlier launch with the same log says nothing about this one.
      must(
        await bench.hypervisor.stop(passed({ kind: 'stop_vm', force: true }), {
          ...bench.target,
          process: must(await bench.launch()),
        }),
      );
      const target = await launched(bench);
      if (signal !== null) process.kill(target.process?.pid ?? 0, signal);
      else must(await bench.hypervisor.stop(passed({ kind: 'stop_vm', force: true }), target));
      await expect
        .poll(async () => (await bench.hypervisor.observe(target)).kind, { timeout: 10_000 })
        .toBe('not_running');
      const logFile = join(bench.folder, 'qemu.log');
      expect(bench.hypervisor.ending({ logFile, sockets: target.sockets })).toMatchObject({ kind });
    });

    test('a QEMU that dies at once is reported within a second of its death, with its last words', async () => {
      const spec = await bench.spec();
      const before = performance.now();
      const launch = await bench.launch({
        ...spec,
        argv: spec.argv.map((word) => word.replace('root.qcow2', 'gone.qcow2')),
      });
      expect(performance.now() - before).toBeLessThan(10_000);
      expect(launch).toMatchObject({
        failures: [{ reason: 'qemu_exited', command: { exitStatus: 1, timedOut: false } }],
      });
      expect(JSON.stringify(launch)).toContain('No such file or directory');
    });

    test('a program that is not there is said to be so', async () => {
      const spec = await bench.spec();
      const launch = await bench.launch({ ...spec, executable: '/nonexistent/qemu' });
      expect(launch).toMatchObject({ failures: [{ reason: 'qemu_exited', command: { stderr: 'ENOENT' } }] });
    });
  });
}
