import { expect, test } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import { fail } from '../../src/core/result.ts';
import { setUpHost, type SetUpHostRequest } from '../../src/engine/set-up-host.ts';
import type { Answer } from '../../src/ports/approver.ts';
import { type ModelPackages, modelPackages } from '../fakes/model-packages.ts';
import { lab, reasonsOf, valueOf } from './lab.ts';

interface Asked extends Partial<SetUpHostRequest> {
  readonly answer?: Answer;
}

function setUp(packages: ModelPackages, { answer = { kind: 'no_terminal' }, ...changes }: Asked = {}) {
  const { ports } = lab();
  const approver = { confirm: () => Promise.resolve(answer) };
  const request = { everything: false, dryRun: false, confirmed: false, signal: new AbortController().signal };
  return setUpHost({ ...ports, approver, packages }, { ...request, ...changes });
}

test('nothing missing is nothing to ask, and nothing to do', async () => {
  const packages = modelPackages(['mmdebstrap']);
  expect(valueOf(await setUp(packages))).toMatchObject({ status: 'nothing_missing', packages: [] });
  expect(packages.installed).toEqual([]);
});

test('what is missing is installed once it is confirmed, and not before', async () => {
  const packages = modelPackages(['qemu-img', 'mcopy', 'mmdebstrap']);
  expect(valueOf(await setUp(packages, { dryRun: true }))).toMatchObject({
    status: 'planned',
    packages: ['mtools', 'qemu-utils'],
  });
  expect(reasonsOf(await setUp(packages))).toEqual(['confirmation_required']);
  expect(reasonsOf(await setUp(packages, { answer: { kind: 'declined', typed: 'y' } }))).toEqual(['declined']);
  expect(packages.installed).toEqual([]);
  expect(valueOf(await setUp(packages, { answer: { kind: 'approved' } })).status).toBe('installed');
  expect(packages.installed).toEqual(['mcopy', 'qemu-img']);
  expect(valueOf(await setUp(packages, { everything: true, confirmed: true })).packages).toEqual(['mmdebstrap']);
});

test('a host that cannot install is told the command, and nobody is asked', async () => {
  const refused = fail(failure('packages_need_root', { packages: ['mtools'], install: 'apt-get install mtools' }));
  const packages = modelPackages(['mcopy'], { plan: refused });
  expect(await setUp(packages, { answer: { kind: 'approved' } })).toEqual(refused);
  expect(packages.installed).toEqual([]);
});

test('what is not there afterwards is named', async () => {
  const packages = modelPackages(['mcopy', 'zstd'], { brings: (tool) => tool !== 'zstd' });
  const done = await setUp(packages, { confirmed: true });
  expect(done).toMatchObject({ failures: [{ reason: 'packages_incomplete', tools: ['zstd'] }] });
});
