import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { DiskSpec } from '../../src/core/spec/node-spec.ts';
import { homePaths } from '../../src/core/state/home-paths.ts';
import { copyOf, modelCli, type ModelCli } from '../cli/model-cli.ts';

const shapes = [
  '',
  '{ path: /data, size: 1GiB }',
  '{ path: /data, size: 1GiB, persistent: true }',
  '{ path: /data, size: 2GiB, persistent: true }',
  '{ path: /data, size: 2GiB, fs: xfs, persistent: true }',
  '{ path: /data, size: 2GiB, fs: xfs }',
  '{ path: /data, size: 1GiB, persistent: true }, { path: /log, size: 1GiB, persistent: true }',
  '{ path: /log, size: 1GiB }',
] as const;

/** Every plain command that makes, replaces or ends a node. */
const lines = ['up', 'recreate n1 --yes', 'recreate --yes', 'recreate n1 --yes', 'destroy n1 --yes', 'up'] as const;

const steps = fc.array(
  fc.record({ disks: fc.option(fc.constantFrom(...shapes), { nil: null }), line: fc.constantFrom(...lines) }),
  { minLength: 2, maxLength: 10 },
);

const manifest = (disks: string): string => `all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB }
  hosts:
    10.10.10.11: { nodename: n1, vm_disks: [${disks}] }
`;

let start: ModelCli;

beforeAll(async () => {
  start = modelCli();
  start.manifests.set('paddock.yml', manifest(shapes[2]));
  expect((await start.run('up')).exit).toBe(0);
});

interface Attached {
  readonly spec: DiskSpec;
  readonly file: string;
}

/** The persistent disks of the node that lives. */
function attached({ document }: ModelCli): readonly Attached[] {
  const own = document()?.nodes['n1'];
  if (own === undefined || own.life === 'destroyed') return [];
  return own.parts.flatMap(({ disk, diskUuid }) => {
    const spec = own.spec.disks.find(({ id, persistent }) => id === disk && persistent);
    return spec === undefined || diskUuid === null ? [] : [{ spec, file: homePaths.dataDisk(diskUuid) }];
  });
}

test('whatever is edited, no plain command deletes bytes that were ever kept, nor swaps those of a disk that fits', async () => {
  const counted = { done: 0, carried: 0, swapped: 0 };
  await fc.assert(
    fc.asyncProperty(steps, async (chosen) => {
      const cli = await copyOf(start);
      const ever = new Set(attached(cli).map(({ file }) => file));
      for (const { disks, line } of chosen) {
        // Null leaves the manifest as it is: two of one command in a row are the point.
        if (disks !== null) cli.manifests.set('paddock.yml', manifest(disks));
        const before = attached(cli);
        const { exit } = await cli.run(line);
        expect([0, 4]).toContain(exit);
        if (exit === 0) counted.done += 1;
        const after = attached(cli);
        for (const { file } of after) ever.add(file);
        const gone = [...ever].filter((file) => !cli.host.files.has(`/home/u/.paddock/${file}`));
        expect(gone, line).toEqual([]);
        for (const { spec, file } of before) {
          const now = after.find((each) => each.spec.id === spec.id);
          if (now === undefined || now.spec.fs !== spec.fs || now.spec.sizeBytes < spec.sizeBytes) continue;
          expect(now.file, line).toBe(file);
          counted.carried += 1;
        }
        counted.swapped += after.filter(({ file }) => !before.some((each) => each.file === file)).length;
      }
    }),
    { numRuns: 80 },
  );
  // All of them happened often.
  for (const count of Object.values(counted)) expect(count).toBeGreaterThan(20);
}, 300_000);
