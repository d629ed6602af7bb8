import { describe, expect, test } from 'vitest';
import type { PlannedRequest } from '../../src/engine/request.ts';
import type { NodeRecord, StateDocument } from '../../src/core/state/document.ts';
import { converge } from '../../src/engine/converge.ts';
import { stop } from '../../src/engine/start-stop.ts';
import { bringUp, type Lab, lab, reasonsOf, stateRequest, upRequest, valueOf } from './lab.ts';

const node1 = (words: string): string => `
all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB }
  hosts:
    10.10.10.10: { nodename: meta, vm_disks: [] }
    10.10.10.11: { nodename: node-1, ${words} }
`;
const before = node1(
  'vm_disks: [{ path: /data, size: 1GiB, persistent: true }, { path: /log, size: 1GiB }, { path: /old, size: 1GiB, persistent: true }]',
);
const after = node1(
  'vm_disk: 768MiB, vm_disks: [{ path: /data, size: 1GiB, persistent: true }, { path: /log, size: 1GiB }]',
);
const dying = [{ reason: 'qemu_exited', node: 'node-1', command: 'qemu', stderr: 'no', exitStatus: 1 }] as never;

function recreate(it: Lab, text: string, changes: Partial<PlannedRequest> = {}) {
  return converge(it.ports, upRequest(text, { command: 'recreate', scope: ['node-1'], ...changes }));
}

function last(it: Lab): StateDocument {
  const document = it.store.history.at(-1);
  if (document === undefined) throw new Error('nothing was committed');
  return document;
}

function nodeOf(it: Lab): NodeRecord {
  const record = last(it).nodes['node-1'];
  if (record === undefined) throw new Error('no node-1');
  return record;
}

async function broughtUp(text = before): Promise<Lab & { readonly old: NodeRecord }> {
  const it = lab();
  await bringUp(it, text);
  return { ...it, old: nodeOf(it) };
}

function diskUuid(record: NodeRecord, disk: string): unknown {
  return record.parts.find((part) => part.disk === disk)?.diskUuid;
}

describe('recreate of one node', () => {
  test('gives it a new life with its address, port and persistent disk, and removes what was replaced', async () => {
    const it = await broughtUp();
    const others = [...it.host.vms.keys()].filter((uuid) => uuid !== it.old.uuid);
    const report = valueOf(await recreate(it, after));
    const now = nodeOf(it);
    expect(report).toMatchObject({ status: 'complete', nodes: [{ name: 'node-1', action: 'recreated', ready: true }] });
    expect(now.uuid).not.toBe(it.old.uuid);
    expect(now).toMatchObject({ life: 'committed', address: it.old.address, sshPort: it.old.sshPort });
    expect(diskUuid(now, 'data')).toBe(diskUuid(it.old, 'data'));
    expect(diskUuid(now, 'log')).not.toBe(diskUuid(it.old, 'log'));
    expect(last(it).replacements).toEqual({});
    expect(last(it).retained.map(({ path }) => path)).toEqual(['/old']);
    expect([...it.host.vms.keys()]).toEqual([...others, now.uuid]);
    const files = [...it.host.files.keys()].join('\n');
    expect(files).toContain(String(diskUuid(it.old, 'old')));
    expect(files).not.toContain(String(diskUuid(it.old, 'log')));
    expect(files).not.toContain(it.old.uuid.slice(0, 8));
  });

  test('stops the old VM only when everything else is made, and deletes the old root last', async () => {
    const it = await broughtUp();
    it.host.effects.length = 0;
    valueOf(await recreate(it, after));
    const at = (pattern: RegExp): number => it.host.effects.findIndex((effect) => pattern.test(effect));
    expect(at(/write .*seed/u)).toBeLessThan(at(/^stop node-1/u));
    expect(at(/^stop node-1/u)).toBeLessThan(at(/^launch node-1/u));
    expect(at(/^ready node-1/u)).toBeLessThan(at(/^remove .*root/u));
  });

  test('is there again when it is run again', async () => {
    const it = await broughtUp();
    valueOf(await recreate(it, after));
    const first = nodeOf(it).uuid;
    valueOf(await recreate(it, after));
    expect(nodeOf(it).uuid).not.toBe(first);
    expect(it.host.vms.size).toBe(2);
  });

  test('leaves a stopped node running, as the plan says', async () => {
    const it = await broughtUp();
    valueOf(await stop(it.ports, stateRequest({ scope: ['node-1'] })));
    valueOf(await recreate(it, after));
    expect(it.host.vms.get(nodeOf(it).uuid)?.state).toBe('running');
  });
});

describe('a recreate that fails before the new VM has run', () => {
  test.each([
    ['create disk', /create .*root/u],
    ['seed', /write .*seed/u],
    ['launch', /^launch node-1/u],
    ['cont', /^cont node-1/u],
  ])('gives the old VM back by itself (%s)', async (_, pattern) => {
    const it = await broughtUp();
    const pid = it.host.vms.get(it.old.uuid)?.identity.pid;
    failOnce(it, pattern);
    const report = valueOf(await recreate(it, after));
    expect(report.status).toBe('error');
    expect(report.nodes).toMatchObject([{ name: 'node-1', action: 'failed', state: 'running' }]);
    expect(nodeOf(it)).toMatchObject({ uuid: it.old.uuid, life: 'committed' });
    expect(it.host.vms.get(it.old.uuid)?.state).toBe('running');
    expect(it.host.vms.size).toBe(2);
    // Before the stop nothing touches the VM; after it, it is another process of the same VM.
    const stopped = /launch|cont/u.test(String(pattern));
    expect(it.host.vms.get(it.old.uuid)?.identity.pid === pid).toBe(!stopped);
    expect(last(it)).toMatchObject({ replacements: {}, retained: [], operation: null });
    expect(last(it).deployment?.applied['node-1']?.spec).toEqual(it.old.spec);
    expect(filesOfOthers(it)).toEqual([]);
  });

  test('is done by the next one', async () => {
    const it = await broughtUp();
    failOnce(it, /^launch node-1/u);
    await recreate(it, after);
    expect(valueOf(await recreate(it, after)).status).toBe('complete');
  });
});

describe('a recreate whose new guest is not ready', () => {
  test('keeps the old root, and up removes it once the guest is there', async () => {
    const it = await broughtUp();
    it.host.failing.set('ready node-1', [{ reason: 'guest_not_ready', node: it.old.name, waitedMs: 1, last: 'no' }]);
    expect(valueOf(await recreate(it, after)).status).toBe('error');
    expect(nodeOf(it).uuid).not.toBe(it.old.uuid);
    expect([...it.host.files.keys()].filter((file) => file.includes(it.old.folder))).not.toEqual([]);
    const recreating = last(it).events.findLast(({ kind }) => kind.startsWith('operation.'))?.operationId;
    const report = valueOf(await converge(it.ports, upRequest(after)));
    expect(report.status).toBe('complete');
    const repairs = [`recreate (operation ${String(recreating)}) was finished: what it had replaced is removed`];
    expect(report.nodes.find(({ name }) => name === 'node-1')).toMatchObject({ action: 'none', repairs });
    expect(last(it).replacements).toEqual({});
    expect([...it.host.files.keys()].filter((file) => file.includes(it.old.folder))).toEqual([]);
  });

  test('is not waited for with --no-wait, and the old root stays', async () => {
    const it = await broughtUp();
    valueOf(await recreate(it, after, { wait: 'running' }));
    expect(last(it).replacements['node-1']?.going.map(({ uuid }) => uuid)).toEqual([it.old.uuid]);
    const { uuid } = nodeOf(it);
    const report = valueOf(await recreate(it, after));
    expect(last(it).replacements).toEqual({});
    expect(nodeOf(it).uuid).toBe(uuid);
    expect(report.nodes).toMatchObject([
      { action: 'recreated', repairs: [expect.stringContaining('was finished') as string] },
    ]);
  });
});

describe('without a yes', () => {
  const asked = { yes: false };

  test.each([
    [{ kind: 'no_terminal' }, 'confirmation_required'],
    [{ kind: 'declined', typed: 'node-2' }, 'declined'],
  ] as const)('nothing happens (%o)', async (answer, reason) => {
    const it = await broughtUp();
    const effects = it.host.effects.length;
    const version = last(it).version;
    const ports = { ...it.ports, approver: { confirm: () => Promise.resolve(answer) } };
    const refused = await converge(ports, upRequest(after, { command: 'recreate', scope: ['node-1'], ...asked }));
    expect(reasonsOf(refused)).toEqual([reason]);
    expect(it.host.effects.length).toBe(effects);
    expect(last(it).version).toBe(version);
  });

  test('the question names what goes and what stays, with sizes and when each disk was last written', async () => {
    const it = await broughtUp();
    const lines: string[] = [];
    const confirm: Lab['ports']['approver']['confirm'] = (question) => {
      lines.push(...question.lines, question.expected);
      return Promise.resolve({ kind: 'approved' });
    };
    valueOf(
      await converge(
        { ...it.ports, approver: { confirm } },
        upRequest(after, { command: 'recreate', scope: ['node-1'], ...asked }),
      ),
    );
    expect(lines).toEqual([
      'node node-1 (10.10.10.11)',
      '  deletes root disk, 1GiB, last written 2026-01-01 00:00 UTC, and makes a new one of 768MiB',
      '  deletes disk /log, 1GiB, last written 2026-01-01 00:00 UTC, and makes an empty one',
      '  keeps   disk /data, 1GiB, last written 2026-01-01 00:00 UTC',
      '  keeps   disk /old, 1GiB, last written 2026-01-01 00:00 UTC, set aside: its path in the manifest and another recreate bring it back',
      'node-1',
    ]);
  });
});

function failOnce(it: Lab, pattern: RegExp): void {
  const get = it.host.failing.get.bind(it.host.failing);
  let failed = false;
  it.host.failing.get = (effect) => {
    if (failed || !pattern.test(effect) || effect.includes('meta')) return get(effect);
    failed = true;
    return dying;
  };
}

function filesOfOthers(it: Lab): readonly string[] {
  const known = Object.values(last(it).nodes).flatMap((record) => [
    record.folder,
    ...record.parts.flatMap((part) => part.file ?? []),
  ]);
  return [...it.host.files.keys()].filter((file) => !known.some((path) => file.includes(path)));
}
