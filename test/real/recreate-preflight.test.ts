import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  closeSync,
  existsSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { prepareMiniImage } from './lab/mini-image.ts';
import { lacksRoot } from './lab/lacks-root.ts';
import { type CommandOptions, type Lab, openLab } from './lab/open-lab.ts';
import { oneNode } from './lab/two-nodes.ts';

const data = 'vm_disks: [{ path: /data, size: 64MiB, persistent: true }]';
const MiB = 2 ** 20;

interface Answer {
  readonly failures: readonly { readonly reason: string; readonly message: string }[];
  readonly next: readonly string[];
}

withRealQemu(() => {
  if (lacksRoot('hide firmware and mount a small file system')) return;
  let lab: Lab;
  let cache: string;
  let manifest: string;
  /** The folder that it shares. */
  let source: string;

  beforeAll(async () => {
    cache = mkdtempSync('/tmp/paddock-cache-');
    cpSync(prepareMiniImage(), cache, { recursive: true, preserveTimestamps: true });
    lab = openLab({ manifest: '', cache });
    source = join(lab.folder, 'shared');
    mkdirSync(source);
    const share = `vm_shares: [{ host: ${source}, guest: /mnt/shared }]`;
    manifest = oneNode.replace('nodename: meta', `nodename: meta, ${data}, ${share}`);
    writeFileSync(lab.manifest, manifest);
    mkdirSync(lab.home, { mode: 0o700 });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1400M,mode=0700', 'tmpfs', lab.home]);
    const up = await lab.run(['up'], { timeoutMs: 300_000 });
    expect(up.exit, up.stderr).toBe(0);
  });

  afterAll(async () => {
    await lab.close(() => {
      // The server of a share ends a moment after its VM, and has its log here.
      execFileSync('umount', ['-l', lab.home]);
    });
    rmSync(cache, { recursive: true, force: true });
  });

  const disks = () =>
    readdirSync(lab.home, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.qcow2'))
      .sort()
      .map((name) => `${name} ${String(statSync(join(lab.home, name)).ino)}`);
  /** What a refused recreate has to leave as it was. */
  const untouched = () => ({ vms: lab.vms(), disks: disks(), version: lab.document().version });

  async function refusal(text: string, options: CommandOptions = {}): Promise<Answer['failures']> {
    return (await refused(text, options)).failures;
  }

  async function refused(text: string, options: CommandOptions = {}): Promise<Answer> {
    const before = untouched();
    writeFileSync(lab.manifest, text);
    const ended = await lab.run(['recreate', 'meta', '--yes', '--json'], { ...options, timeoutMs: 300_000 });
    expect(ended.exit, ended.stderr).not.toBe(0);
    expect(untouched()).toEqual(before);
    expect(before.vms).toHaveLength(1);
    return JSON.parse(ended.stdout) as Answer;
  }

  /** A folder that is all of PATH, with a QEMU that answers in these words. */
  function pathWith(name: string, qemu: string): { readonly PATH: string } {
    const bin = join(lab.folder, name);
    mkdirSync(bin);
    for (const tool of ['qemu-img', 'ssh', 'ssh-keygen', 'sh', 'grep']) symlinkSync(toolOf(tool), join(bin, tool));
    writeFileSync(join(bin, 'qemu-system-x86_64'), qemu);
    chmodSync(join(bin, 'qemu-system-x86_64'), 0o755);
    return { PATH: bin };
  }

  const toolOf = (name: string): string => execFileSync('which', [name], { encoding: 'utf8' }).trim();

  function flipByte(file: string): void {
    const mode = statSync(file).mode;
    chmodSync(file, 0o600);
    const descriptor = openSync(file, 'r+');
    const at = statSync(file).size - 1;
    const byte = Buffer.alloc(1);
    readSync(descriptor, byte, 0, 1, at);
    byte[0] = (byte[0] ?? 0) ^ 1;
    writeSync(descriptor, byte, 0, 1, at);
    closeSync(descriptor);
    chmodSync(file, mode);
  }

  const base = () => lab.document().nodes['meta']?.image?.path ?? '';
  const noUserNetwork = () => `#!/bin/sh
case " $* " in *' -netdev help '*) '${toolOf('qemu-system-x86_64')}' -netdev help | grep -v '^user$' ;;
*) exec '${toolOf('qemu-system-x86_64')}' "$@" ;; esac
`;

  test('the emulator is missing', async () => {
    // It is looked for off PATH too, so it is made no program, for this command alone.
    const hide = 'mount --bind /dev/null "$0" && exec "$@"';
    const under = ['unshare', '--mount', 'sh', '-c', hide, toolOf('qemu-system-x86_64')];
    const failures = await refusal(manifest, { under });
    expect(failures).toMatchObject([
      { reason: 'tool_missing', message: expect.stringContaining('qemu-system-x86_64') as string },
    ]);
  });

  test('the network backend is gone', async () => {
    const failures = await refusal(manifest, { env: pathWith('no-network', noUserNetwork()) });
    expect(failures).toMatchObject([
      { reason: 'tool_missing', message: expect.stringContaining('user networking') as string },
    ]);
  });

  test('the firmware is missing', async () => {
    const imported = await lab.run(['image', 'import', base(), '--name', 'uefi', '--boot', 'uefi']);
    expect(imported.exit, imported.stderr).toBe(0);
    const hide =
      'for folder in /usr/share/OVMF /usr/share/edk2 /usr/share/qemu/edk2*; do [ -d "$folder" ] && mount -t tmpfs none "$folder"; done; exec "$@"';
    const under = ['unshare', '--mount', 'sh', '-c', hide, 'sh'];
    const failures = await refusal(manifest.replace('local-mini', 'local-uefi'), { under });
    expect(failures).toMatchObject([
      { reason: 'tool_missing', message: expect.stringContaining('UEFI firmware') as string },
    ]);
  });

  test('the BIOS is missing, for every command that would stop the VM', async () => {
    const told = execFileSync('qemu-system-x86_64', ['-L', 'help'], { encoding: 'utf8' }).trim().split('\n');
    const files = told.map((folder) => join(folder, 'bios-256k.bin')).filter((file) => existsSync(file));
    const hide =
      'for file in "$@"; do shift; [ "$file" != -- ] || break; mount --bind /dev/full "$file"; done; exec "$@"';
    // A file that is no BIOS in the place of each: only a whole file system could hide them.
    const under = ['unshare', '--mount', 'sh', '-c', hide, 'sh', ...files, '--'];
    expect(await refusal(manifest, { under })).toMatchObject([{ reason: 'bios_missing' }]);
    for (const command of ['reload', 'restart']) {
      const before = untouched();
      const ended = await lab.run([command, '--json'], { under });
      expect([ended.exit, (JSON.parse(ended.stdout) as { reason: string }).reason]).toEqual([3, 'bios_missing']);
      expect(untouched()).toEqual(before);
    }
    const doctor = await lab.run(['doctor'], { under });
    expect(doctor.exit).toBe(3);
    expect(doctor.stdout).toContain('is no BIOS');
  });

  test('one byte of the base image is another', async () => {
    flipByte(base());
    const failures = await refusal(manifest);
    flipByte(base());
    expect(failures.map(({ reason }) => reason)).toEqual(['image_damaged']);
  });

  test.each([
    ['smaller', data.replace('64MiB', '32MiB'), /64MiB.*never cut to 32MiB/u],
    ['of another file system', data.replace('persistent', 'fs: ext4, persistent'), /fs: auto.*fs: ext4/u],
  ])('the kept disk is to be %s, which the plan says already', async (_, disk, words) => {
    const { failures, next } = await refused(manifest.replace(data, disk));
    expect(failures).toHaveLength(1);
    expect(failures[0]?.reason).toBe('retained_incompatible');
    expect(failures[0]?.message).toMatch(words);
    expect(next).toEqual([]);
    const plan = await lab.run(['plan', '--json']);
    const { reason, message } = failures[0] ?? {};
    expect(JSON.parse(plan.stdout)).toMatchObject({
      nodes: [{ outcome: 'recreate', next: null, obstacles: [{ reason, message }] }],
      blocked: [
        { reason: 'recreate_required', next: [] },
        { reason, message, next },
      ],
    });
  });

  test('the folder that it shares is gone', async () => {
    renameSync(source, `${source}-away`);
    const failures = await refusal(manifest);
    renameSync(`${source}-away`, source);
    expect(failures).toMatchObject([
      { reason: 'share_source', message: expect.stringContaining('does not exist') as string },
    ]);
  });

  test('no memory, space, base, network, share and fitting disk are all said at once', async () => {
    const { bavail, bsize } = statfsSync(lab.home);
    const ballast = join(lab.home, 'ballast');
    execFileSync('fallocate', ['-l', String(bavail * bsize - 900 * MiB), ballast]);
    flipByte(base());
    renameSync(source, `${source}-away`);
    const env = pathWith('all-broken', noUserNetwork());
    const text = manifest.replace('vm_mem: 256MiB', 'vm_mem: 8TiB').replace(data, data.replace('64MiB', '32MiB'));
    const failures = await refusal(text, { env });
    flipByte(base());
    renameSync(`${source}-away`, source);
    truncateSync(ballast);
    rmSync(ballast);
    expect(failures.map(({ reason }) => reason).sort()).toEqual([
      'disk_space_short',
      'image_damaged',
      'memory_short',
      'retained_incompatible',
      'share_source',
      'tool_missing',
    ]);
  });

  test('with all of it in order the same command works, and a disk of another size gets another path', async () => {
    const other = data.replace('/data, size: 64MiB', '/other, size: 32MiB');
    writeFileSync(lab.manifest, manifest.replace(data, other));
    const ended = await lab.run(['recreate', 'meta', '--yes', '--json'], { timeoutMs: 300_000 });
    expect(ended.exit, ended.stderr).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      status: 'complete',
      nodes: [{ action: 'recreated', ready: true }],
      retained: [{ path: '/data', virtualSizeBytes: 64 * MiB }],
    });
  });
});
