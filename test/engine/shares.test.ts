import { describe, expect, it } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import { describeFailure } from '../../src/core/failure-text.ts';
import { fail, ok } from '../../src/core/result.ts';
import type { ShareWay } from '../../src/core/share/share-way.ts';
import { converge } from '../../src/engine/converge.ts';
import { restart, stop } from '../../src/engine/start-stop.ts';
import { status } from '../../src/engine/status.ts';
import { destroy } from '../../src/engine/destroy.ts';
import { bringUp, lab, type Lab, oneNode, reasonsOf, stateRequest, twoNodes, upRequest, valueOf } from './lab.ts';

const shares = 'vm_shares: [{ host: /srv/a, guest: /a }, { host: /srv/b, guest: /b, readonly: false }]';
const sharing = oneNode.replace('nodename: meta', `nodename: meta\n      ${shares}`);
const two = twoNodes.replace('nodename: meta', `nodename: meta\n      ${shares}`);

function world(...folders: readonly string[]): Lab {
  const it = lab();
  for (const folder of folders) it.host.files.set(folder, 'folder');
  return it;
}

function served({ host }: Lab): readonly string[] {
  return [...host.files].flatMap(([file, source]) => (/\.fs\d$/u.test(file) ? [source] : []));
}

it('has a server for each share, listening before QEMU starts', async () => {
  const it = world('/srv/a', '/srv/b');
  await bringUp(it, sharing);
  const order = it.host.effects.filter((effect) => /^(?:serve|launch) /u.test(effect));
  expect(order).toEqual(['serve /srv/a readonly', 'serve /srv/b writable', 'launch meta']);
  const part = it.store.history.at(-1)?.nodes['meta']?.parts.find(({ kind }) => kind === 'shares');
  expect(part).toMatchObject({ state: 'complete' });
  expect(JSON.parse(String(part?.outputs['server1']))).toMatchObject({ bootId: 'boot' });
});

it('ends them with the VM, and starts them with it again', async () => {
  const it = world('/srv/a', '/srv/b');
  await bringUp(it, sharing);
  valueOf(await stop(it.ports, stateRequest()));
  expect(served(it)).toEqual([]);
  await bringUp(it, sharing);
  expect(served(it)).toEqual(['/srv/a', '/srv/b']);
  valueOf(await destroy(it.ports, stateRequest()));
  expect(served(it)).toEqual([]);
});

it('fails the node of a missing folder alone, before its QEMU starts and with nothing made in its place', async () => {
  const it = world('/srv/a');
  const report = valueOf(await converge(it.ports, upRequest(two)));
  expect(report.status).toBe('partial');
  expect(report.failures.map(({ node, failure }) => [node, failure.reason])).toEqual([['meta', 'share_source']]);
  expect(it.host.effects).toContain('launch node-1');
  expect(it.host.effects).not.toContain('launch meta');
  expect(served(it)).toEqual([]);
  it.host.files.set('/srv/b', 'folder');
  expect(await bringUp(it, two)).toMatchObject({ status: 'complete' });
  expect(served(it)).toEqual(['/srv/a', '/srv/b']);
});

it('refuses shares that overlap, before anything happens', async () => {
  const it = world('/srv/a', '/srv/b');
  const nested = sharing.replace('/srv/b', '/srv/a/x');
  expect(reasonsOf(await converge(it.ports, upRequest(nested)))).toEqual(['share_overlap']);
  expect(it.host.effects).toEqual([]);
});

it('refuses to stop a VM that could not be started again for want of a folder', async () => {
  const it = world('/srv/a', '/srv/b');
  await bringUp(it, sharing);
  it.host.files.delete('/srv/b');
  const before = it.host.effects.length;
  expect(reasonsOf(await converge(it.ports, upRequest(sharing, { command: 'reload' })))).toEqual(['share_source']);
  expect(it.host.effects).toHaveLength(before);
});

it('says that a server has ended, and what brings the share back; up leaves the VM alone', async () => {
  const it = world('/srv/a', '/srv/b');
  await bringUp(it, sharing);
  for (const file of [...it.host.files.keys()].filter((each) => each.endsWith('.fs1'))) it.host.files.delete(file);
  const seen = valueOf(await status(it.ports, { scope: null }));
  const warnings = ['share /b: its server on the host has ended; it comes back with: paddock restart meta'];
  expect(seen.nodes[0]?.warnings).toEqual(warnings);
  const before = it.host.effects.length;
  expect((await bringUp(it, sharing)).nodes[0]?.warnings).toEqual(warnings);
  expect(it.host.effects.slice(before).filter((effect) => /^(?:serve|launch|stop|cont) /u.test(effect))).toEqual([]);
});

it('leaves a share without its server alone in the guest, and comes back to it after the restart', async () => {
  const it = world('/srv/a', '/srv/b');
  await bringUp(it, sharing);
  const stagesOf = () => it.store.history.at(-1)?.nodes['meta']?.guest?.stages;
  for (const [uuid, lines] of it.host.guests) {
    it.host.guests.set(
      uuid,
      lines.filter((line) => !line.startsWith('stage shares ')),
    );
  }
  for (const file of [...it.host.files.keys()].filter((each) => each.endsWith('.fs1'))) it.host.files.delete(file);
  await bringUp(it, sharing);
  expect(stagesOf()).not.toHaveProperty('shares');
  valueOf(await restart(it.ports, stateRequest()));
  expect(stagesOf()).toMatchObject({ shares: 'ok' });
});

it.each([
  ['before its server starts', 1],
  ['while its server starts', 2],
])('does not serve a folder that was replaced by another one %s', async (_when, looks) => {
  const it = world('/srv/a', '/srv/b');
  let seen = 0;
  const nodeFiles = {
    ...it.ports.nodeFiles,
    lookAtShare: async (source: string) => {
      const look = await it.ports.nodeFiles.lookAtShare(source);
      if (source !== '/srv/b') return look;
      seen += 1;
      return seen > looks ? { problem: null, identity: 'another' } : look;
    },
  };
  const report = valueOf(await converge({ ...it.ports, nodeFiles }, upRequest(sharing)));
  expect(report.failures.map(({ failure }) => failure)).toMatchObject([
    { reason: 'share_source', source: '/srv/b', problem: 'was replaced by another folder since it was checked' },
  ]);
  expect(served(it)).toEqual([]);
  expect(it.host.effects).not.toContain('launch meta');
});

describe('where virtiofsd is missing', () => {
  const missing = failure('tool_missing', { tool: 'virtiofsd', packages: 'virtiofsd' });
  /** A lab whose host has no virtiofsd, and whose image has a kernel that knows these ways; null when nobody knows. */
  function without({ nineP, ways }: { readonly nineP: boolean; readonly ways: readonly ShareWay[] | null }): Lab {
    const it = world('/srv/a', '/srv/b');
    const { hypervisor, images } = it.ports;
    const ports = {
      ...it.ports,
      hypervisor: {
        ...hypervisor,
        shareServer: () => Promise.resolve(fail(missing)),
        features: async (arch: 'amd64' | 'arm64') => {
          const found = await hypervisor.features(arch);
          return found.ok ? ok({ ...found.value, nineP }) : found;
        },
      },
      images: {
        ...images,
        resolve: async (selector: string, arch: 'amd64' | 'arm64') => {
          const found = await images.resolve(selector, arch);
          return found.ok ? ok({ ...found.value, shareWays: ways }) : found;
        },
      },
    };
    return { ...it, ports };
  }

  it.each([{ ways: null }, { ways: ['virtiofs', '9p'] as const }])(
    'QEMU serves them over 9p to a kernel that may have it ($ways), and nobody misses a server',
    async ({ ways }) => {
      const it = without({ nineP: true, ways });
      expect((await bringUp(it, sharing)).nodes[0]?.warnings).toEqual([]);
      expect(served(it)).toEqual([]);
      const part = it.store.history.at(-1)?.nodes['meta']?.parts.find(({ kind }) => kind === 'shares');
      expect(part).toMatchObject({ state: 'complete', outputs: { way: '9p' } });
      expect(valueOf(await status(it.ports, { scope: null })).nodes[0]?.warnings).toEqual([]);
    },
  );

  it('refuses a kernel that is known to have no 9p, with the reason for both, before anything happens', async () => {
    const it = without({ nineP: true, ways: ['virtiofs'] });
    const refused = await converge(it.ports, upRequest(sharing));
    expect(refused).toMatchObject({
      ok: false,
      failures: [
        { reason: 'share_no_way', node: 'meta', problem: describeFailure(missing).message, next: [['setup']] },
      ],
    });
    expect(it.host.effects).toEqual([]);
  });

  it('refuses with what virtiofs lacks where QEMU has no 9p', async () => {
    const it = without({ nineP: false, ways: null });
    expect(reasonsOf(await converge(it.ports, upRequest(sharing)))).toEqual(['tool_missing']);
    expect(it.host.effects).toEqual([]);
  });

  it('goes back to virtiofs with the next start after it has come', async () => {
    const it = without({ nineP: true, ways: null });
    await bringUp(it, sharing);
    const { hypervisor } = world().ports;
    const shareServer = () => hypervisor.shareServer();
    const ports = { ...it.ports, hypervisor: { ...it.ports.hypervisor, shareServer } };
    valueOf(await restart(ports, stateRequest()));
    expect(served(it)).toEqual(['/srv/a', '/srv/b']);
  });
});
