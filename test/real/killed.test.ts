import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { killAt } from '../crash/kill-at.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { oneNode } from './lab/two-nodes.ts';

/** Where each command is killed, one run after the other: so many commits after it began, and a moment into what follows. */
const kills = [
  {
    words: ['up'],
    moments: [
      { commits: 6, afterMs: 5 },
      { commits: 9, afterMs: 300 },
    ],
  },
  // Right after its first boot: to the guest that is a power cut with its account files still unwritten.
  { words: ['stop', '--force'], moments: [{ commits: 3, afterMs: 0 }] },
  { words: ['start'], moments: [{ commits: 4, afterMs: 60 }] },
] as const;

withRealQemu(() => {
  let lab: Lab;

  beforeAll(() => {
    lab = openLab({ manifest: oneNode });
  });

  afterAll(async () => {
    await lab.close();
  });

  test.each(kills)('$words killed is finished by the next run', async (kill) => {
    for (const moment of kill.moments) {
      expect(await killAt(lab.start(kill.words), { state: join(lab.home, 'state'), ...moment })).toBe(true);
      expect(lab.vms().length).toBeLessThanOrEqual(1);
    }
    const again = await lab.run([...kill.words, '--json']);
    expect(again.exit, again.stderr).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ status: 'complete' });
    const { operation, fence } = lab.document();
    expect([operation, fence.owner]).toEqual([null, null]);
    expect(lab.vms()).toHaveLength(kill.words[0] === 'stop' ? 0 : 1);
    if (kill.words[0] === 'stop') return;
    const inside = await lab.run(['exec', 'meta', '--', 'hostname']);
    expect(inside).toMatchObject({ exit: 0, stdout: 'meta\n' });
  });

  test('what is left is destroyed whole', async () => {
    expect((await lab.run(['destroy', '--yes'])).exit).toBe(0);
    expect(lab.vms()).toEqual([]);
  });
});
