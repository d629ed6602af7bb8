import { accessSync, constants, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acceleratorProbes, probeArgv, probeProblem } from '../../src/core/qemu/accelerator-probe.ts';
import { machineProfiles } from '../../src/core/qemu/machine-profiles.ts';
import { findTool } from '../../src/qemu/find-tool.ts';
import { runAcceleratorProbe } from '../../src/qemu/run-accelerator-probe.ts';
import { makeBench, must } from '../contract/hypervisor/bench.ts';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';

const folder = mkdtempSync(join(tmpdir(), 'probe-'));

function imageOf(arch: 'amd64' | 'arm64'): string {
  const { at, hex, imageBytes } = acceleratorProbes[arch];
  const image = Buffer.alloc(imageBytes);
  image.write(hex, at, 'hex');
  const file = join(folder, `${arch}.bin`);
  writeFileSync(file, image);
  return file;
}

/** The wrong probe: from the reset vector, still in real mode, `mov $0x2a,%al; out %al,$0xf4`. */
function realModeImage(): string {
  const image = Buffer.alloc(65_536);
  image.write('b02ae6f4f4ebfd', 65_536 - 16, 'hex');
  const file = join(folder, 'real-mode.bin');
  writeFileSync(file, image);
  return file;
}

const amd64 = { probe: acceleratorProbes.amd64, profile: machineProfiles.amd64, machine: 'q35' };

function kvmOpens(): boolean {
  try {
    accessSync('/dev/kvm', constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

withRealQemu(() => {
  test('the amd64 probe passes in software: it goes through long mode and tells so', async () => {
    const run = { ...amd64, accelerator: 'tcg', image: imageOf('amd64') } as const;
    const ending = await runAcceleratorProbe('qemu-system-x86_64', probeArgv(run), 30_000);
    expect(ending.exitStatus).toBe(85);
    expect(probeProblem(ending, run, 30_000)).toBeNull();
  });

  const where = { searchPath: process.env['PATH'] ?? '', platform: 'linux', arch: 'amd64' } as const;
  test.skipIf(!findTool('qemu-system-aarch64', where).ok)('the arm64 probe passes in software', async () => {
    const run = {
      probe: acceleratorProbes.arm64,
      profile: machineProfiles.arm64,
      machine: 'virt',
      accelerator: 'tcg',
      image: imageOf('arm64'),
    } as const;
    const ending = await runAcceleratorProbe('qemu-system-aarch64', probeArgv(run), 30_000);
    expect(probeProblem(ending, run, 30_000)).toBeNull();
  });

  test.skipIf(!kvmOpens())('kvm is judged by a guest in long mode, within ten seconds, and never hangs', async () => {
    const bench = makeBench();
    const features = must(await bench.hypervisor.features('amd64'));
    const before = performance.now();
    const auto = must(await bench.hypervisor.probeAccelerator({ arch: 'amd64', asked: 'auto', features }));
    const asked = await bench.hypervisor.probeAccelerator({ arch: 'amd64', asked: 'kvm', features });
    expect(performance.now() - before).toBeLessThan(10_000);
    expect(asked.ok).toBe(auto.accelerator === 'kvm');
    expect(await bench.hypervisor.rememberedAccelerator('amd64')).toEqual(auto);
    const argv = probeArgv({ ...amd64, accelerator: 'kvm', image: realModeImage() });
    const wrong = await runAcceleratorProbe('qemu-system-x86_64', argv, 3_000);
    // Where kvm is broken in protected mode only, a probe that stays in real mode would have called it working.
    process.stderr.write(`long mode: ${auto.accelerator}; real mode alone: status ${String(wrong.exitStatus)}\n`);
    if (auto.reason.includes('protected mode never finished')) expect(wrong.exitStatus).toBe(85);
    bench.cleanUp();
  });
});
