import { describe, expect, test } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import { fail, ok } from '../../src/core/result.ts';
import { converge } from '../../src/engine/converge.ts';
import type { EnginePorts } from '../../src/engine/engine-ports.ts';
import { restart, start, stop } from '../../src/engine/start-stop.ts';
import { bringUp, type Lab, lab, reasonsOf, stateRequest, upRequest, valueOf } from './lab.ts';

const withDisks = (disks: string, more = ''): string => `
all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB${more} }
  hosts:
    10.10.10.10: { nodename: meta, vm_disks: [${disks}] }
`;
const kept = '{ path: /a/data, size: 2GiB, fs: ext4, persistent: true }';

async function broughtUp(): Promise<Lab> {
  const it = lab();
  await bringUp(it, withDisks(kept));
  it.host.effects.length = 0;
  return it;
}

function recreate(ports: EnginePorts, text: string) {
  return converge(ports, upRequest(text, { command: 'recreate' }));
}

function expectUntouched(it: Lab): void {
  expect(it.host.effects).toEqual([]);
  expect([...it.host.vms.values()].map(({ state }) => state)).toEqual(['running']);
  expect(it.store.history.at(-1)).toMatchObject({ operation: null, replacements: {}, fence: { owner: null } });
}

describe('before anything stops', () => {
  test.each([
    ['is smaller than it is', '{ path: /a/data, size: 1GiB, fs: ext4, persistent: true }', /2GiB.*never cut to 1GiB/u],
    ['has another file system', '{ path: /a/data, size: 2GiB, fs: xfs, persistent: true }', /fs: ext4.*fs: xfs/u],
    ['has another path under its identity', '{ path: /a-data, size: 2GiB, fs: ext4, persistent: true }', /\/a\/data/u],
  ])('a kept disk that %s is refused', async (_, disk, words) => {
    const it = await broughtUp();
    const refused = await recreate(it.ports, withDisks(disk));
    expect(reasonsOf(refused)).toEqual(['retained_incompatible']);
    expect(JSON.stringify(refused)).toMatch(words);
    expectUntouched(it);
  });

  test('a kept disk that grew, or asks for any file system, is taken over, and grown before its guest starts', async () => {
    const it = await broughtUp();
    const grown = withDisks('{ path: /a/data, size: 3GiB, fs: auto, persistent: true }');
    expect(valueOf(await recreate(it.ports, grown)).status).toBe('complete');
    const effects = it.host.effects.map((effect) => effect.split(' ')[0]);
    expect(effects.indexOf('stop')).toBeLessThan(effects.indexOf('grow'));
    expect(effects.indexOf('grow')).toBeLessThan(effects.indexOf('launch'));
    const disk = it.store.history.at(-1)?.nodes['meta']?.parts.find((part) => part.disk === 'a-data');
    expect(disk?.outputs).toMatchObject({ virtualSizeBytes: 3 * 2 ** 30 });
  });

  test('a kept disk that is gone is named', async () => {
    const it = await broughtUp();
    const file = [...it.host.files.keys()].find((name) => name.includes('/disks/')) ?? '';
    it.host.files.delete(file);
    const refused = await recreate(it.ports, withDisks(kept));
    expect(refused.ok ? [] : refused.failures).toMatchObject([{ reason: 'node_file_missing', file, helps: 'destroy' }]);
    expectUntouched(it);
  });

  test('every complaint comes back, and nothing is touched', async () => {
    const it = await broughtUp();
    const broken: EnginePorts = {
      ...it.ports,
      hypervisor: {
        ...it.ports.hypervisor,
        features: () =>
          Promise.resolve(fail(failure('tool_missing', { tool: 'qemu-system-x86_64', packages: 'qemu' }))),
      },
      images: {
        ...it.ports.images,
        verify: ({ alias, file }) =>
          Promise.resolve(fail(failure('image_damaged', { alias, file, problem: 'has other bytes', recipe: null }))),
      },
      resources: {
        ...it.ports.resources,
        memory: () => ({ totalBytes: 2 ** 27, availableBytes: 2 ** 26 }),
        diskSpace: () => Promise.resolve(ok({ freeBytes: 2 ** 20, mountPoint: '/' })),
      },
    };
    const refused = await recreate(broken, withDisks('{ path: /a/data, size: 1GiB, persistent: true }'));
    expect([...reasonsOf(refused)].sort()).toEqual([
      'disk_space_short',
      'image_damaged',
      'memory_short',
      'retained_incompatible',
      'tool_missing',
    ]);
    expectUntouched(it);
  });

  test('every check is told with what it needs, whether it found fault or not', async () => {
    const it = await broughtUp();
    it.ports.seen.length = 0;
    await recreate(it.ports, withDisks('{ path: /a/data, size: 1GiB, fs: ext4, persistent: true }'));
    const checks = it.ports.seen.flatMap((event) => (event.kind === 'checked' ? [event] : []));
    const names = checks.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['host', 'images', 'firmware', 'memory', 'disk space', 'ports']));
    expect(checks.every(({ needs }) => needs.length > 5)).toBe(true);
    expect(checks.filter(({ failures }) => failures.length > 0).map(({ name }) => name)).toEqual(['kept disks']);
  });

  test('without its BIOS nothing that a QEMU would be started for is stopped, and a host that needs none is none the worse', async () => {
    const it = await broughtUp();
    const features = valueOf(await it.ports.hypervisor.features('amd64'));
    const problem = 'bios-256k.bin can be read in none of its folders';
    const hypervisor = {
      ...it.ports.hypervisor,
      features: () => Promise.resolve(ok({ ...features, biosTrouble: problem })),
    };
    const ports = { ...it.ports, hypervisor };
    const refusals = [
      await recreate(ports, withDisks(kept)),
      await converge(ports, upRequest(withDisks(kept), { command: 'reload' })),
      await restart(ports, stateRequest()),
    ];
    for (const refused of refusals) {
      expect(refused.ok ? [] : refused.failures).toEqual([{ reason: 'bios_missing', problem }]);
    }
    expectUntouched(it);
    expect((await converge(ports, upRequest(withDisks(kept)))).ok).toBe(true);
    await stop(it.ports, stateRequest());
    expect(reasonsOf(await start(ports, stateRequest()))).toEqual(['bios_missing']);
    const found = valueOf(await it.ports.images.resolve('local-mini', 'amd64'));
    const uefi = { ...it.ports.images, resolve: () => Promise.resolve(ok({ ...found, boot: 'uefi' as const })) };
    const other = lab();
    const created = await converge({ ...other.ports, hypervisor, images: uefi }, upRequest(withDisks(kept)));
    expect(reasonsOf(created)).toEqual(['tool_missing']);
  });

  test('a missing network backend and a missing firmware are complaints of their own', async () => {
    const it = await broughtUp();
    const features = await it.ports.hypervisor.features('amd64');
    const image = await it.ports.images.resolve('local-mini', 'amd64');
    const broken: EnginePorts = {
      ...it.ports,
      hypervisor: {
        ...it.ports.hypervisor,
        features: () => Promise.resolve(ok({ ...valueOf(features), networkUser: false, firmware: null })),
      },
      images: { ...it.ports.images, resolve: () => Promise.resolve(ok({ ...valueOf(image), boot: 'uefi' })) },
    };
    const refused = await recreate(broken, withDisks(kept));
    expect(refused.ok ? [] : refused.failures).toMatchObject([
      { reason: 'tool_missing', tool: 'QEMU user networking' },
      { reason: 'tool_missing', tool: 'UEFI firmware' },
    ]);
    expectUntouched(it);
  });

  test('a share without its folder is refused for nodes of any outcome', async () => {
    const it = await broughtUp();
    const shares = withDisks(kept, ', vm_shares: [{ host: /srv, guest: /srv }]');
    expect(reasonsOf(await recreate(it.ports, shares))).toEqual(['share_source']);
    expectUntouched(it);
  });
});
