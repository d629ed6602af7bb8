import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { findTool } from '../../src/qemu/find-tool.ts';
import { checkout } from './lab/checkout.ts';
import { type Lab, openLab } from './lab/open-lab.ts';

const isRoot = process.getuid?.() === 0;
const isFull = process.env['PADDOCK_TEST_FULL'] === '1';
if (!isRoot)
  process.stdout.write('skipped: a host that lacks programs, because only root can hide some from a command\n');
if (!isFull)
  process.stdout.write('skipped: setup with apt, which needs the network; npm run verify -- --full has it\n');

interface Checked {
  readonly ready: boolean;
  readonly checks: readonly { readonly name: string; readonly state: string; readonly saw: string | null }[];
}

withRealQemu(() => {
  let lab: Lab;
  beforeAll(() => {
    lab = openLab({ manifest: '' });
  });
  afterAll(() => lab.close());

  test('this host is found to run labs, in words and as one document', async () => {
    const text = await lab.run(['doctor']);
    expect(text.exit, text.stdout).toBe(0);
    expect(text.stdout).toMatch(/^ok {7}QEMU {11}\d+\.\d+.*qemu-system/u);
    expect(text.stdout).toMatch(/^this host can run labs$/mu);
    const json = await lab.run(['doctor', '--json']);
    const { ready, checks } = JSON.parse(json.stdout) as Checked;
    expect(ready).toBe(true);
    expect(checks.find(({ name }) => name === 'accelerator')?.saw).toMatch(/^(?:tcg|kvm|hvf) \(.+\)$/u);
    expect(checks.find(({ name }) => name === 'images')?.saw).toContain('local-mini');
    const set = await lab.run(['setup', '--json']);
    expect(set, set.stderr).toMatchObject({ exit: 0 });
    expect(JSON.parse(set.stdout)).toMatchObject({ status: 'nothing_missing' });
  });

  test.runIf(isRoot)('one without qemu-img cannot, and is told what to do', async () => {
    const found = findTool('qemu-img', { searchPath: process.env['PATH'] ?? '', platform: 'linux', arch: 'amd64' });
    const hide = 'mount --bind /dev/null "$0" && exec "$@"';
    const under = ['unshare', '--mount', 'sh', '-c', hide, found.ok ? found.value : ''];
    const text = await lab.run(['doctor'], { under });
    expect(text.exit).toBe(3);
    expect(text.stdout).toMatch(/^missing {2}programs/mu);
    expect(text.stderr).toContain('next: paddock setup');
    const json = await lab.run(['doctor', '--json'], { under });
    expect(JSON.parse(json.stdout)).toMatchObject({ error: 'capability', reason: 'tool_missing', ready: false });
    const planned = await lab.run(['setup', '--dry-run', '--json'], { under });
    expect(JSON.parse(planned.stdout)).toMatchObject({ status: 'planned', packages: ['qemu-utils'] });
  });

  test.runIf(isRoot && isFull)(
    'setup installs what was removed, on a copy of this host that is thrown away',
    async () => {
      const layer = join(lab.folder, 'layer');
      const script = join(lab.folder, 'in-copy');
      mkdirSync(layer);
      writeFileSync(
        script,
        `set -e
layer=$1 checkout=$2; shift 2
mount -t tmpfs -o size=700m none "$layer"; mkdir "$layer/up" "$layer/work" "$layer/root"
mount -t overlay -o "lowerdir=/,upperdir=$layer/up,workdir=$layer/work" none "$layer/root"
for each in /proc /dev "$checkout"; do mount --rbind "$each" "$layer/root$each"; done
export HOME=/root XDG_RUNTIME_DIR=/root/run PADDOCK_HOME=/root/home PADDOCK_CACHE=/root/cache
chroot "$layer/root" sh -c 'cd /; apt-get remove -q -y mtools >/dev/null 2>&1; ! command -v mcopy >&2 || exit 9; "$@"; status=$?; command -v mcopy >&2; exit "$status"' sh "$@"
`,
      );
      const under = ['unshare', '--mount', 'sh', script, layer, checkout];
      const done = await lab.run(['setup', '--yes', '--json'], { under, timeoutMs: 400_000 });
      expect(done.exit, done.stderr).toBe(0);
      expect(JSON.parse(done.stdout)).toMatchObject({ status: 'installed', missing: ['mcopy'], packages: ['mtools'] });
      expect(done.stderr).toMatch(/\/mcopy$/mu);
      rmSync(layer, { recursive: true });
    },
  );
});
