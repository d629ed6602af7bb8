import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { buildChangedMini, wholeKernel } from './lab/build-changed-mini.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { oneNode } from './lab/two-nodes.ts';

const isRoot = process.getuid?.() === 0;
const isFull = process.env['PADDOCK_TEST_FULL'] === '1';
if (!isRoot) process.stdout.write('skipped: a host without virtiofsd, because only root can hide it\n');
if (!isFull)
  process.stdout.write(
    'skipped: folders over 9p need a guest with the whole kernel; npm run verify -- --full has it\n',
  );

const minute = 60_000;

/** Words before a command, in whose mounts no virtiofsd can be run. */
const hiding = [
  ...['unshare', '--mount', '--propagation', 'private', 'sh', '-c'],
  'for each in /usr/lib/qemu/virtiofsd /usr/libexec/virtiofsd "$(command -v virtiofsd)"; do [ ! -x "$each" ] || mount --bind /dev/null "$each" || exit; done; exec "$@"',
  'sh',
];

withRealQemu(() => {
  if (!isRoot) {
    test.skip('hiding virtiofsd needs root', () => undefined);
    return;
  }
  let lab: Lab;
  const run = (words: readonly string[], env: { readonly [name: string]: string } = {}) =>
    lab.run(words, { under: hiding, timeoutMs: 5 * minute, env });
  const manifest = (image: string, read: string): string =>
    oneNode
      .replace('local-mini', image)
      .replace(
        'nodename: meta',
        `nodename: meta, vm_shares: [{ host: ${lab.folder}/read, guest: ${read} }, { host: ${lab.folder}/write, guest: "/mnt/w rite", readonly: false }]`,
      );

  beforeAll(() => {
    lab = openLab({ manifest: '' });
    for (const name of ['read', 'write']) mkdirSync(join(lab.folder, name));
    writeFileSync(join(lab.folder, 'read', 'hello'), 'from the host\n');
    chmodSync(join(lab.folder, 'write'), 0o777);
  });
  afterAll(() => lab.close());

  test('a node whose kernel has no 9p either is refused with both reasons, and nothing is made', async () => {
    writeFileSync(lab.manifest, manifest('local-mini', '/mnt/read'));
    const refused = await run(['up', '--json']);
    expect(refused.exit, refused.stderr).toBe(3);
    expect(JSON.parse(refused.stdout)).toMatchObject({ reason: 'share_no_way', left: 'nothing' });
    expect(refused.stdout).toMatch(/the kernel of local-mini has no 9p, and virtiofs cannot be used \(.*virtiofsd/u);
    expect(lab.vms()).toEqual([]);
  });

  test.runIf(isFull)(
    'a kernel that has it gets its folders over 9p, read-only ones for its root too, also after a restart',
    async () => {
      const env = await buildChangedMini(lab, { name: 'whole', changes: wholeKernel });
      writeFileSync(lab.manifest, manifest('local-whole', '/mnt/read'));
      const up = await run(['up', '--json'], env);
      expect(up.exit, up.stderr).toBe(0);
      for (const words of [[], ['restart', '--json']]) {
        if (words.length > 0) expect((await run(words, env)).exit).toBe(0);
        const seen = await lab.run(['status', '--json'], { env });
        expect(JSON.parse(seen.stdout)).toMatchObject({ nodes: [{ warnings: [] }] });
        const inGuest = async (script: string) => (await lab.run(['exec', 'meta', '--', 'sh', '-c', script])).stdout;
        expect(await inGuest('grep -c " 9p " /proc/mounts; cat /mnt/read/hello')).toBe('2\nfrom the host\n');
        expect(await inGuest('sudo mount -o remount,rw /mnt/read; sudo touch /mnt/read/x 2>&1')).toContain('Read-only');
        expect(await inGuest('echo from the guest >"/mnt/w rite/hello"; cat "/mnt/w rite/hello"')).toBe(
          'from the guest\n',
        );
        expect(readFileSync(join(lab.folder, 'write', 'hello'), 'utf8')).toBe('from the guest\n');
      }
    },
    10 * minute,
  );
});
