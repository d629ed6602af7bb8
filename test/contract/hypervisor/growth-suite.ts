import { statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { VmTarget } from '../../../src/ports/hypervisor.ts';
import { type Bench, must, passed } from './bench.ts';

const gib = 2 ** 30;

/** A launched VM with room for four CPUs, of which it has one. */
export async function roomyVm(bench: Bench): Promise<VmTarget> {
  const room = { maxCpus: 4, memoryBytes: gib / 2, hotplugMemoryBytes: gib };
  return { ...bench.target, process: must(await bench.launch(await bench.spec(room))) };
}

export function plug(bench: Bench, target: VmTarget, cpus: number) {
  return bench.hypervisor.plugCpus(passed({ kind: 'plug_cpus', cpus }), target);
}

export function grow(bench: Bench, sizeBytes: number, target = bench.target) {
  return bench.hypervisor.growDisk(passed({ kind: 'grow_root_disk', sizeBytes }), { file: target.rootDisk, target });
}

/** What the port promises of VMs and disks that become larger, over whichever QEMU. */
export function growthContract(kind: string, make: () => Bench): void {
  describe(`growth over the ${kind} QEMU`, () => {
    let bench: Bench;
    beforeEach(() => {
      bench = make();
    });
    afterEach(() => {
      bench.cleanUp();
    });

    test('CPUs are added up to what was asked, counted, and never twice', async () => {
      const target = await roomyVm(bench);
      const { pid } = target.process ?? { pid: 0 };
      expect(must(await plug(bench, target, 3))).toEqual({ cpus: 3 });
      expect(must(await plug(bench, target, 3))).toEqual({ cpus: 3 });
      expect(must(await bench.hypervisor.inspectVm(target))).toMatchObject({ cpus: 3 });
      expect(await plug(bench, target, 5)).toMatchObject({
        failures: [{ reason: 'vm_refused', command: 'device_add' }],
      });
      expect(must(await bench.hypervisor.inspectVm(target))).toMatchObject({ cpus: 4 });
      // More than asked for is left alone.
      expect(must(await plug(bench, target, 2))).toEqual({ cpus: 4 });
      expect(await bench.hypervisor.observe(target)).toMatchObject({ kind: 'running', pid });
    });

    test('memory is refused where there is no room for it, or below what it booted with', async () => {
      const target = await roomyVm(bench);
      const set = (memoryBytes: number) =>
        bench.hypervisor.setMemory(passed({ kind: 'set_memory', memoryBytes }), target);
      expect(must(await set(gib / 2))).toEqual({ memoryBytes: gib / 2 });
      expect(await set(gib / 4)).toMatchObject({ failures: [{ reason: 'vm_refused' }] });
      expect(await set(4 * gib)).toMatchObject({ failures: [{ reason: 'vm_refused', command: 'qom-set' }] });
      expect(must(await bench.hypervisor.inspectVm(target))).toMatchObject({ memoryBytes: gib / 2 });
    });

    test('a disk grows in place while its VM has it, and is never cut', async () => {
      const target = await roomyVm(bench);
      const inode = statSync(bench.target.rootDisk).ino;
      expect(must(await grow(bench, 2 * gib, target))).toMatchObject({ virtualSizeBytes: 2 * gib });
      expect(must(await grow(bench, gib, target))).toMatchObject({ virtualSizeBytes: 2 * gib });
      expect(must(await bench.hypervisor.inspectImage(target.rootDisk)).virtualSizeBytes).toBe(2 * gib);
      expect(statSync(target.rootDisk).ino).toBe(inode);
    });

    test('a disk that no VM has grows in place too, and is never cut', async () => {
      await bench.spec();
      const inode = statSync(bench.target.rootDisk).ino;
      expect(must(await grow(bench, 3 * gib))).toMatchObject({ virtualSizeBytes: 3 * gib });
      expect(must(await grow(bench, gib))).toMatchObject({ virtualSizeBytes: 3 * gib });
      expect(statSync(bench.target.rootDisk).ino).toBe(inode);
    });
  });
}
