import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { prepareMiniImage } from './lab/mini-image.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { oneNode } from './lab/two-nodes.ts';

interface Probed {
  readonly accelerator: string;
  readonly reason: string;
}

const askingKvm = oneNode.replace('vars: {', 'vars: { vm_accel: kvm,');

withRealQemu(() => {
  /** A cache of its own: whatever was probed before on this host is not known in it. */
  const cache = mkdtempSync('/tmp/paddock-cache-');
  let lab: Lab;
  let probed: Probed;

  async function planned(): Promise<Probed | null> {
    const plan = await lab.run(['plan', '--json'], { timeoutMs: 10_000 });
    expect(plan.exit).toBe(0);
    const { accelerator } = JSON.parse(plan.stdout) as { readonly accelerator: { readonly probed: Probed | null } };
    return accelerator.probed;
  }

  beforeAll(async () => {
    cpSync(join(prepareMiniImage(), 'images'), join(cache, 'images'), { recursive: true });
    lab = openLab({ manifest: oneNode, cache });
    expect(await planned()).toBeNull();
    const plan = await lab.run(['plan']);
    expect(plan.stdout).toContain('not probed yet');
    expect(await lab.run(['up', '--json'])).toMatchObject({ exit: 0 });
    const answer = await planned();
    if (answer === null) throw new Error('up did not probe the accelerator');
    probed = answer;
    process.stderr.write(`auto is ${probed.accelerator} on this host: ${probed.reason}\n`);
  });

  afterAll(async () => {
    await lab.close();
    rmSync(cache, { recursive: true, force: true });
  });

  test('auto is what the probe found, with its reason, in up, status and plan', async () => {
    const ours = { accelerator: { name: probed.accelerator, reason: probed.reason } };
    expect(probed.reason).not.toBe('');
    for (const words of [['up'], ['status']]) {
      const json = await lab.run([...words, '--json']);
      expect(JSON.parse(json.stdout)).toMatchObject({ nodes: [ours] });
      expect((await lab.run(words)).stdout).toContain(`${probed.accelerator} (${probed.reason})`);
    }
    expect((await lab.run(['plan'])).stdout).toContain(probed.reason);
  });

  test('kvm that was asked for is used where it works; else exit 3 within ten seconds, and nothing is made', async () => {
    const other = openLab({ manifest: askingKvm, cache: mkdtempSync(join(lab.folder, 'cache-')) });
    try {
      cpSync(join(cache, 'images'), join(other.cache, 'images'), { recursive: true });
      const up = await other.run(['up', '--json'], { timeoutMs: 120_000 });
      if (probed.accelerator === 'kvm') {
        expect(JSON.parse(up.stdout)).toMatchObject({ status: 'complete', nodes: [{ accelerator: { name: 'kvm' } }] });
        return;
      }
      expect(up.exit).toBe(3);
      expect(up.elapsedMs).toBeLessThan(10_000);
      const expected = { error: 'capability', reason: 'accelerator_unavailable', left: 'nothing', operationId: null };
      expect(JSON.parse(up.stdout)).toMatchObject(expected);
      expect(up.stdout).toContain(probed.reason);
      expect(existsSync(other.home)).toBe(false);
      expect(other.vms()).toEqual([]);
    } finally {
      await other.close();
    }
  });
});
