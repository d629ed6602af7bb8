import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StateDocument } from '../../src/core/state/document.ts';
import type { Operation } from '../../src/core/state/operation.ts';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { type DyingQemu, installDyingQemu, lastWords } from './lab/dying-qemu.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { operationsOnFile } from './lab/operations-on-file.ts';
import type { Finished } from './lab/run-words.ts';
import { twoNodes } from './lab/two-nodes.ts';

const nodes = ['meta', 'node-1'] as const;

function stepsOf(operation: Operation | null, node: string): readonly string[] {
  const steps = operation?.steps ?? [];
  return steps.filter(({ action }) => action.node === node).map(({ action, state }) => `${action.kind} ${state}`);
}

function partsOf(document: StateDocument, node: string) {
  return Object.fromEntries((document.nodes[node]?.parts ?? []).map((part) => [part.kind, part]));
}

withRealQemu(() => {
  let lab: Lab;
  let qemu: DyingQemu;
  let up: Finished;
  let failed: StateDocument;
  let closed: Operation;

  beforeAll(async () => {
    lab = openLab({ manifest: twoNodes });
    qemu = installDyingQemu(lab);
    up = await lab.run(['up', '--json'], { env: { PATH: qemu.path } });
    failed = lab.document();
    const [only] = operationsOnFile(lab.home);
    if (only === undefined) throw new Error('nothing was put on file');
    closed = only;
  });

  afterAll(async () => {
    await lab.close();
  });

  test('the command fails with the last lines of a QEMU that dies at once, and starts nothing else', () => {
    expect(up.exit).toBe(1);
    const answer = JSON.parse(up.stdout) as { readonly failures: readonly object[] };
    expect(answer).toMatchObject({ error: 'runtime', reason: 'qemu_exited' });
    expect(answer.failures).toHaveLength(2);
    for (const line of lastWords) expect(up.stdout).toContain(line);
    expect(lab.vms()).toEqual([]);
  });

  test('the document read running before QEMU was called', () => {
    for (const node of nodes) {
      expect(stepsOf(qemu.documentAtLaunch(node).operation, node)).toContain('start_vm running');
    }
  });

  test('the step is an error within a second, with the failed command; later steps are pending', () => {
    for (const node of nodes) {
      expect(stepsOf(closed, node).slice(-2)).toEqual(['start_vm error', 'set_up_guest pending']);
      const step = closed.steps.find(({ action }) => action.node === node && action.kind === 'start_vm');
      expect(step?.error?.command).toMatchObject({ name: 'qemu-system-x86_64', exitStatus: 3, timedOut: false });
      expect(step?.error?.command?.stderr.split('\n')).toEqual([...lastWords]);
      expect(Date.parse(step?.endedAt ?? '') - qemu.diedAtMs(node)).toBeLessThan(1_000);
    }
  });

  test('what was known before is kept', () => {
    for (const node of nodes) {
      const parts = partsOf(failed, node);
      expect(parts['root_disk']).toMatchObject({ state: 'complete', outputs: { virtualSizeBytes: 2 ** 30 } });
      expect(parts['host_key']?.outputs['publicKey']).toMatch(/^ssh-ed25519 /u);
      expect(parts['vm']).toMatchObject({ state: 'error', error: { reason: 'qemu_exited' } });
      expect(failed.nodes[node]?.sshPort).toBeGreaterThan(1_023);
    }
  });

  test('destroy removes all of it', async () => {
    const destroy = await lab.run(['destroy', '--yes', '--json']);
    expect(destroy).toMatchObject({ exit: 0 });
    expect(Object.values(lab.document().nodes).map(({ life }) => life)).toEqual(['destroyed', 'destroyed']);
    expect(readdirSync(join(lab.home, 'nodes'))).toEqual([]);
    expect(readdirSync(join(lab.home, 'disks'))).toEqual([]);
    expect(readdirSync(join(lab.home, 'keys')).filter((name) => name.startsWith('host-'))).toEqual([]);
  });

  test('a second life that dies as well goes the same way, and the first stays a record', async () => {
    const first = failed.nodes['meta']?.uuid;
    expect(await lab.run(['up', '--json'], { env: { PATH: qemu.path } })).toMatchObject({ exit: 1 });
    const launched = qemu.documentAtLaunch('meta');
    expect(launched.nodes['meta']).toMatchObject({ life: 'creating' });
    expect(launched.nodes['meta']?.uuid).not.toBe(first);
    expect(stepsOf(launched.operation, 'meta')).toContain('start_vm running');
    expect(partsOf(launched, 'meta')['vm']).toMatchObject({ state: 'running' });
    const parts = partsOf(lab.document(), 'meta');
    expect(parts['vm']).toMatchObject({
      state: 'error',
      error: { command: { name: 'qemu-system-x86_64', exitStatus: 3 } },
    });
    expect(parts['root_disk']).toMatchObject({ state: 'complete', outputs: { virtualSizeBytes: 2 ** 30 } });
    expect(await lab.run(['destroy', '--yes', '--json'])).toMatchObject({ exit: 0 });
    expect(lab.document().nodes['meta']?.life).toBe('destroyed');
    expect(readdirSync(join(lab.home, 'nodes'))).toEqual([]);
  });
});
