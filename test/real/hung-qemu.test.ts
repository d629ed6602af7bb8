import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { oneNode } from './lab/two-nodes.ts';

/** It is waited for half a minute and more, which only a full run has. */
const isFull = process.env['PADDOCK_TEST_FULL'] === '1';

withRealQemu(() => {
  if (!isFull) {
    test.skip('a QEMU that hangs is only met in a full run', () => undefined);
    return;
  }
  let lab: Lab;

  beforeAll(async () => {
    lab = openLab({ manifest: oneNode });
    const up = await lab.run(['up']);
    expect(up.exit, up.stderr).toBe(0);
  });

  afterAll(async () => {
    await lab.close();
  });

  test('up gives up a QEMU that hangs within a minute or so, and what it says next brings the node back', async () => {
    const pid = lab.vms()[0]?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    const begunMs = performance.now();
    const refused = await lab.run(['up', '--json']);
    expect(performance.now() - begunMs).toBeLessThan(120_000);
    expect(refused.exit, refused.stderr).toBe(1);
    expect(refused.stderr).toContain('its monitor does not answer');
    expect(JSON.parse(refused.stdout)).toMatchObject({
      next: ['paddock stop --force meta', 'paddock up'],
      failures: [{ node: 'meta', reason: 'vm_hangs', next: ['paddock stop --force meta'] }],
    });
    expect(lab.vms()).toMatchObject([{ pid }]);
    for (const words of [['stop', '--force', 'meta'], ['up'], ['exec', 'meta', '--', 'true']]) {
      const ended = await lab.run(words);
      expect(ended.exit, ended.stderr).toBe(0);
    }
    expect(lab.vms().map((vm) => vm.pid)).not.toContain(pid);
  });
});
