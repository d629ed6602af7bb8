import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { HostFeatures } from '../../src/core/qemu/host-features.ts';
import { runAcceleratorProbe } from '../../src/qemu/run-accelerator-probe.ts';
import { makeBench, must } from '../contract/hypervisor/bench.ts';
import { installFakeQemu } from '../fakes/install-fake-qemu.ts';

const probeFolder = join(import.meta.dirname, '../../qemu/accelerator-probe');

async function prepare() {
  const fake = installFakeQemu(mkdtempSync(join(tmpdir(), 'fake-qemu-')));
  const bench = makeBench({ searchPath: fake.folder });
  const features = must(await bench.hypervisor.features('amd64'));
  return { fake, bench, features };
}

function request(features: HostFeatures, asked: 'auto' | 'kvm' | 'hvf' | 'tcg') {
  return { arch: 'amd64', asked, features } as const;
}

test('software emulation that is asked for needs no probe', async () => {
  const { bench, features } = await prepare();
  expect(must(await bench.hypervisor.probeAccelerator(request(features, 'tcg')))).toMatchObject({ accelerator: 'tcg' });
  expect(await bench.hypervisor.rememberedAccelerator('amd64')).toBeNull();
});

test('an accelerator that the QEMU lacks is refused by name, and auto goes on without it', async () => {
  const { bench, features } = await prepare();
  const without: HostFeatures = { ...features, accelerators: ['tcg'] };
  expect(await bench.hypervisor.probeAccelerator(request(without, 'hvf'))).toMatchObject({
    failures: [{ reason: 'accelerator_unavailable', accelerator: 'hvf' }],
  });
  const report = { accelerator: 'tcg', reason: 'this QEMU is built without kvm' };
  expect(must(await bench.hypervisor.probeAccelerator(request(without, 'auto')))).toEqual(report);
  expect(await bench.hypervisor.rememberedAccelerator('amd64')).toEqual(report);
});

test('guests of another architecture are emulated, without a probe', async () => {
  const { bench, features } = await prepare();
  const foreign = { ...request(features, 'auto'), arch: 'arm64' } as const;
  expect(must(await bench.hypervisor.probeAccelerator(foreign))).toMatchObject({ accelerator: 'tcg' });
  const kvm = { ...foreign, asked: 'kvm' } as const;
  expect(await bench.hypervisor.probeAccelerator(kvm)).toMatchObject({
    failures: [{ reason: 'accelerator_unavailable' }],
  });
});

test('a guest that never ends is killed at the limit', async () => {
  const { features } = await prepare();
  const before = performance.now();
  const ending = await runAcceleratorProbe(features.emulator, ['-accel', 'kvm', '-bios', 'x'], 500);
  expect(ending).toMatchObject({ timedOut: true, exitStatus: null });
  expect(performance.now() - before).toBeLessThan(3_000);
});

test('what is remembered is void after a boot and with another build of QEMU', async () => {
  const { bench, features } = await prepare();
  must(await bench.hypervisor.probeAccelerator(request({ ...features, accelerators: ['tcg'] }, 'auto')));
  const file = join(bench.host.cache, 'accelerator-amd64-kvm.json');
  const remembered = JSON.parse(readFileSync(file, 'utf8')) as { bootId: string };
  writeFileSync(file, JSON.stringify({ ...remembered, bootId: 'another' }));
  expect(await bench.hypervisor.rememberedAccelerator('amd64')).toBeNull();
  writeFileSync(file, JSON.stringify(remembered));
  expect(await bench.hypervisor.rememberedAccelerator('amd64')).not.toBeNull();
  utimesSync(features.emulator, new Date(), new Date(2020, 1, 1));
  expect(await bench.hypervisor.rememberedAccelerator('amd64')).toBeNull();
  writeFileSync(file, 'damaged');
  expect(await bench.hypervisor.rememberedAccelerator('amd64')).toBeNull();
});

test.each([
  ['amd64', 'as'],
  ['arm64', 'aarch64-linux-gnu-as'],
])('the shipped bytes of the %s probe are what its source assembles to', (arch, assembler) => {
  if (spawnSync(assembler, ['--version']).status !== 0) {
    process.stderr.write(`not compared: ${assembler} is not installed\n`);
    return;
  }
  expect(() => execFileSync(process.execPath, [join(probeFolder, 'assemble.mjs'), '--check', arch])).not.toThrow();
});
