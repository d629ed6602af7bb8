import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { buildMortal } from '../crash/build-mortal.ts';
import { asHalted } from '../crash/halted-command.ts';
import { takeOver } from '../crash/take-over.ts';
import type { BundledScript } from '../fakes/bundle-script.ts';
import { lateQemu } from './lab/late-qemu.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { oneNode } from './lab/two-nodes.ts';

withRealQemu(() => {
  let halting: BundledScript;
  let lab: Lab;

  beforeAll(async () => {
    halting = await buildMortal('halting-compose.program.ts');
    lab = openLab({ manifest: oneNode, script: halting.path });
  });

  afterAll(async () => {
    await lab.close();
    halting.remove();
  });

  test('the second VM of a node that was taken over is refused by the lock of its disk', async () => {
    const words = ['up', '--no-wait'];
    const env = { PATH: process.env['PATH'] ?? '' };
    const qemu = lateQemu(lab.folder, env.PATH);
    // Where it looks for sockets none is in its way, so that the disk is all that keeps it from running.
    const elsewhere = join(lab.folder, 'elsewhere');
    mkdirSync(elsewhere, { mode: 0o700 });
    const log = join(lab.folder, 'points.log');
    const late = { PATH: `${qemu.folder}:${env.PATH}`, XDG_RUNTIME_DIR: elsewhere, PADDOCK_CRASH_LOG: log };
    const command = lab.start(words, { env: late });
    await qemu.launched();
    const old = asHalted({ lab, words, command, log, goOn: qemu.letBegin });
    expect(await takeOver({ lab, env }, old, [words])).toBe('fenced');
    expect(lab.vms()).toHaveLength(1);
    const [node] = Object.values(lab.document().nodes);
    expect(readFileSync(join(lab.home, node?.folder ?? '', 'qemu.log'), 'utf8')).toContain(
      'Failed to get "write" lock',
    );
  });

  test('what is left is destroyed whole', async () => {
    expect((await lab.run(['destroy', '--yes'])).exit).toBe(0);
    expect(lab.vms()).toEqual([]);
  });
});
