import { expect, test } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import { fail, ok } from '../../src/core/result.ts';
import { doctor } from '../../src/engine/doctor.ts';
import type { EnginePorts } from '../../src/engine/engine-ports.ts';
import { doctorDocument } from '../../src/ui/doctor-document.ts';
import { doctorText } from '../../src/ui/doctor-text.ts';
import { modelPackages } from '../fakes/model-packages.ts';
import { modelFeatures } from '../fakes/model-hypervisor.ts';
import { bringUp, lab, twoNodes } from './lab.ts';

const drawn = { carried: { file: null, home: null }, colour: 'plain' } as const;

function look(lacks: readonly string[] = [], change: (ports: EnginePorts) => Partial<EnginePorts> = () => ({})) {
  const { ports } = lab();
  return doctor({ ...ports, ...change(ports), packages: modelPackages(lacks) });
}

test('a host that has everything can run labs, and each check says what it saw', async () => {
  const report = await look();
  expect(report.ready).toBe(true);
  expect(report.findings.filter(({ state, saw }) => state !== 'ok' || saw === null)).toEqual([]);
  const lines = doctorText(report, drawn).split('\n');
  expect(lines).toHaveLength(report.findings.length + 1);
  expect(lines[0]).toMatch(/^ok {7}QEMU {11}\S/u);
  expect(lines.at(-1)).toBe('this host can run labs');
});

test('what only some labs want limits, and what all want is missing: with what it needs and what to do', async () => {
  const limited = await look(['mcopy', 'mmdebstrap']);
  expect(limited.ready).toBe(true);
  expect(limited.findings.filter(({ state }) => state === 'limited').map(({ name }) => name)).toEqual([
    'mini recipe',
    'debian recipe',
  ]);
  const missing = await look(['ssh', 'ssh-keygen']);
  expect(missing.ready).toBe(false);
  expect(
    doctorText(missing, drawn),
  ).toContain(`missing  programs       needs the programs for machines and the way into them
         ssh is not installed or not on PATH (package openssh-client)
         ssh-keygen is not installed or not on PATH (package openssh-client)
         next: paddock setup
`);
  expect(doctorDocument(missing, drawn.carried).checks.find(({ name }) => name === 'programs')).toMatchObject({
    state: 'missing',
    saw: null,
    problems: [{ reason: 'tool_missing', next: ['paddock setup'] }, { reason: 'tool_missing' }],
  });
});

test('one ssh that is nowhere is told once, and one that is off PATH is told too', async () => {
  const gone = fail(failure('tool_missing', { tool: 'ssh', packages: 'openssh-client' }));
  const without = (ports: EnginePorts) => ({ guest: { ...ports.guest, tools: () => gone } });
  for (const lacks of [['ssh'], []]) {
    const report = await look(lacks, without);
    expect(report.findings.flatMap(({ failures }) => failures)).toEqual(gone.failures);
  }
});

test('without QEMU that alone is missing', async () => {
  const gone = fail(failure('tool_missing', { tool: 'qemu-img', packages: 'qemu-utils' }));
  const report = await look([], ({ hypervisor }) => ({
    hypervisor: { ...hypervisor, features: () => Promise.resolve(gone) },
  }));
  expect(report.findings.filter(({ state }) => state === 'missing').map(({ name }) => name)).toEqual(['QEMU']);
});

test('a QEMU without its BIOS runs no lab, and both its complaints are made', async () => {
  const report = await look([], ({ hypervisor }) => ({
    hypervisor: {
      ...hypervisor,
      features: () =>
        Promise.resolve(ok({ ...modelFeatures, networkUser: false, biosTrouble: 'bios-256k.bin is gone' })),
    },
  }));
  expect(report.ready).toBe(false);
  expect(report.findings.find(({ name }) => name === 'QEMU')?.failures).toMatchObject([
    { reason: 'tool_missing' },
    { reason: 'bios_missing' },
  ]);
});

test('a full disk, a record that does not read and a damaged image are named', async () => {
  const damage = fail(failure('interrupted', { command: 'read' }));
  const report = await look([], ({ resources, store, images }) => ({
    resources: { ...resources, diskSpace: () => Promise.resolve(ok({ freeBytes: 5, mountPoint: '/' })) },
    store: { ...store, read: () => Promise.resolve(damage) },
    images: { ...images, list: () => Promise.resolve(damage) },
  }));
  const states = Object.fromEntries(report.findings.map(({ name, state }) => [name, state]));
  expect(states).toMatchObject({ 'disk space': 'missing', home: 'missing', images: 'limited' });
  expect(report.ready).toBe(false);
});

test('a lab that is there is counted', async () => {
  const it = lab();
  await bringUp(it, twoNodes);
  const report = await doctor({ ...it.ports, packages: modelPackages([]) });
  expect(report.findings.find(({ name }) => name === 'home')?.saw).toMatch(/, nodes: 2$/u);
});
