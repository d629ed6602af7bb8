import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { oneNode, twoNodes } from './lab/two-nodes.ts';

function mountSmall(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1M,mode=0700', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Takes every free block of the file system. */
function fill(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(join(folder, 'ballast'), Buffer.alloc(bavail * bsize));
}

withRealQemu(() => {
  if (process.getuid?.() !== 0) {
    test.skip('only root can mount a small file system', () => undefined);
    return;
  }
  let lab: Lab;
  let state: string;

  beforeAll(async () => {
    lab = openLab({ manifest: oneNode });
    state = join(lab.home, 'state');
    mkdirSync(lab.home, { mode: 0o700 });
    if (!mountSmall(state)) throw new Error('root could not mount a tmpfs');
    expect(await lab.run(['up', '--json'])).toMatchObject({ exit: 0 });
    writeFileSync(lab.manifest, twoNodes);
    fill(state);
  });

  afterAll(async () => {
    await lab.close(() => {
      execFileSync('umount', [state]);
    });
  });

  test('with its state on a full file system up starts nothing, keeps the old document and names the file system', async () => {
    const before = { documents: lab.documents(), vms: lab.vms(), nodes: readdirSync(join(lab.home, 'nodes')) };
    const names = readdirSync(state);
    const up = await lab.run(['up', '--json']);
    expect(up.exit).toBe(6);
    expect(JSON.parse(up.stdout)).toMatchObject({ error: 'resource', reason: 'disk_full' });
    expect(up.stderr).toContain(`no space left on the file system at ${state}`);
    expect({ documents: lab.documents(), vms: lab.vms(), nodes: readdirSync(join(lab.home, 'nodes')) }).toEqual(before);
    expect(readdirSync(state)).toEqual(names);
    expect(await lab.run(['status', '--json'])).toMatchObject({ exit: 0 });
  });

  test('the same command works after space was freed', async () => {
    rmSync(join(state, 'ballast'));
    const up = await lab.run(['up', '--json']);
    expect(up).toMatchObject({ exit: 0 });
    expect(lab.vms().map(({ name }) => name)).toEqual(['meta', 'node-1']);
  });
});
