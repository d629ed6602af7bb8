import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRealQemu } from '../../contract/real/with-real-qemu.ts';
import { prepareDebianImage, withoutDebian } from '../lab/debian-image.ts';
import { type Lab, openLab } from '../lab/open-lab.ts';
import { installShufflingQemu, type ShufflingQemu } from '../lab/shuffling-qemu.ts';

if (withoutDebian !== null) process.stdout.write(`skipped: tests with the debian image: ${withoutDebian}\n`);

const minute = 60_000;
const isRoot = process.getuid?.() === 0;
/** Bytes that any change of line ends, encoding or white space would show; its last command fails. */
const userData = '#!/bin/bash\r\n# gr\u00fc\u00dfe \t\r\nid -un >/root/ran; echo "the last word" >&2; exit 3 #\r\n\n\n';

const kept = [
  '{ path: /data, size: 1GiB',
  '{ path: /ext, size: 1GiB, fs: ext4',
  '{ path: /xfs, size: 1GiB, fs: xfs',
].map((disk) => `${disk}, persistent: true }`);
const disks = `[${kept.join(', ')}]`;
/** One more: the last of them, and so the first in the order that is turned around. */
const moreDisks = `[${kept.join(', ')}, { path: /z, size: 1GiB }]`;

withRealQemu(() => {
  if (withoutDebian !== null) {
    test.skip(withoutDebian, () => undefined);
    return;
  }
  let lab: Lab;
  let qemu: ShufflingQemu;
  const works = async (words: readonly string[]) => {
    const how = { timeoutMs: 30 * minute };
    const first = await lab.run([...words, '--json'], how);
    // Beside other work a guest may take longer than a command waits for it; the next one waits on.
    const isLate = first.exit === 1 && first.stderr.includes('did not answer over ssh');
    const ended = isLate ? await lab.run(['up', '--json'], how) : first;
    expect(ended.exit, ended.stderr).toBe(0);
    process.stdout.write(`${words.join(' ')} of a Debian guest: ${(ended.elapsedMs / 1000).toFixed(0)} s\n`);
    return ended.stdout;
  };
  /** The name of the device that is mounted at each place, and what was written there. */
  const mounted = async () => {
    const found = await inGuest('for each in data ext xfs; do findmnt -no SOURCE "/$each"; cat "/$each/kept"; done');
    const [data, first, ext, second, xfs, third] = found.trim().split('\n');
    expect([first, second, third]).toEqual(['data', 'ext', 'xfs']);
    return [data, ext, xfs];
  };
  const inGuest = async (script: string) => {
    const ran = await lab.run(['exec', 'meta', '--', 'sudo', 'sh', '-c', script], { timeoutMs: 3 * minute });
    expect(ran.exit, ran.stderr).toBe(0);
    return ran.stdout;
  };

  beforeAll(async () => {
    lab = openLab({ manifest: '', cache: prepareDebianImage() });
    qemu = installShufflingQemu(lab);
    writeFileSync(join(lab.folder, 'extra'), userData);
    mkdirSync(join(lab.folder, 'shared'));
    chmodSync(join(lab.folder, 'shared'), 0o777);
    mkdirSync(join(lab.folder, 'read'));
    writeFileSync(join(lab.folder, 'read', 'hello'), 'from the host\n');
    const folders = `{ host: ${lab.folder}/read, guest: /read }, { host: ${lab.folder}/shared, guest: /shared, readonly: false }`;
    const share = isRoot ? `, vm_shares: [${folders}]` : '';
    writeFileSync(
      lab.manifest,
      `all:
  vars: { admin_ip: 10.10.10.10, vm_image: local-debian, vm_cpu: 2, vm_mem: 1GiB, vm_disk: 8GiB }
  hosts:
    10.10.10.10: { nodename: meta, vm_user_data: extra, vm_disks: ${disks}${share} }
`,
    );
    await works(['up']);
  }, 60 * minute);

  afterAll(async () => {
    await lab.close();
  });

  test('is ready, with its root grown to the disk', async () => {
    expect(Number((await inGuest('df -BM --output=size / | tail -1')).replace('M', ''))).toBeGreaterThan(7500);
    expect((await inGuest('hostname; id -u dba')).split('\n')).toEqual(['meta', '88', '']);
  });

  test('has blank disks formatted as asked and mounted', async () => {
    const mounts = await inGuest('findmnt -rno TARGET,FSTYPE | grep -E "^/(data|ext|xfs) " | sort');
    expect(mounts).toBe('/data xfs\n/ext ext4\n/xfs xfs\n');
  });

  test('ran the user data byte by byte beside our own, and its failure is a warning by stage', async () => {
    const kept = await inGuest('base64 -w0 /var/lib/cloud/instance/scripts/user-data');
    // cloud-init itself takes the carriage returns out of scripts that it runs.
    expect(Buffer.from(kept, 'base64').toString('utf8')).toBe(userData.replaceAll('\r\n', '\n'));
    const raw = await inGuest('cat /var/lib/cloud/instance/user-data.txt');
    expect(raw.replaceAll('\n', '')).toContain(Buffer.from(userData).toString('base64'));
    expect(await inGuest('cat /root/ran')).toBe('root\n');
    const again = await lab.run(['up', '--json'], { timeoutMs: 10 * minute });
    expect(again.exit, again.stderr).toBe(0);
    expect(again.stdout).toMatch(
      /user_data: cloud-init modules-final: .*scripts.user.*; its last output: the last word"/u,
    );
  });

  test.runIf(isRoot)('shares folders of the host: one to read for everybody, one to write for its user', async () => {
    await inGuest('sudo -u dba sh -c "echo hello >/shared/hello"');
    expect(readFileSync(join(lab.folder, 'shared', 'hello'), 'utf8')).toBe('hello\n');
    expect(await inGuest('cat /read/hello')).toBe('from the host\n');
    const forced = 'mount -o remount,rw /read 2>/dev/null; touch /read/x 2>&1 || true';
    expect(await inGuest(forced)).toContain('Read-only file system');
  });

  test('gives the host back what is deleted, on each file system', async () => {
    for (const disk of ['data', 'ext', 'xfs']) {
      const part = lab.document().nodes['meta']?.parts.find((each) => each.disk === disk);
      const allocatedMib = () => (statSync(join(lab.home, part?.file ?? 'none')).blocks * 512) / 2 ** 20;
      const before = allocatedMib();
      await inGuest(`dd if=/dev/urandom of=/${disk}/much bs=1M count=48 2>/dev/null; sync -f /${disk}`);
      expect(allocatedMib() - before, disk).toBeGreaterThan(40);
      await inGuest(`rm /${disk}/much; sync -f /${disk}; fstrim /${disk}`);
      expect(allocatedMib() - before, disk).toBeLessThan(16);
    }
  });

  test.runIf(isRoot)('says that the server of a share was killed; the restart below brings it back', async () => {
    execFileSync('pkill', ['-KILL', '-f', `virtiofsd.*--socket-path=${lab.folder}/.*\\.fs1`]);
    const seen = await lab.run(['status', '--json']);
    expect(seen.stdout).toContain(
      'share /shared: its server on the host has ended; it comes back with: paddock restart meta',
    );
    const up = await lab.run(['up', '--json'], { timeoutMs: 10 * minute });
    expect(up.stdout).toContain('it comes back with: paddock restart meta');
  });

  test(
    'finds each disk by what it is, whatever the order of the devices, and keeps what was written',
    async () => {
      await inGuest('for each in data ext xfs; do echo $each >/$each/kept; done');
      const before = await mounted();
      await works(['stop']);
      qemu.turnAround();
      await works(['start']);
      const after = await mounted();
      expect(after).toEqual([before[2], before[1], before[0]]);
      expect(after).not.toEqual(before);
      const pids = lab.vms();
      await works(['up']);
      expect([lab.vms(), await mounted()]).toEqual([pids, after]);
      if (isRoot) expect(await inGuest('cat /shared/hello')).toBe('hello\n');
    },
    80 * minute,
  );

  test(
    'keeps persistent disks when it is made anew, with another disk before them',
    async () => {
      writeFileSync(lab.manifest, readFileSync(lab.manifest, 'utf8').replace(disks, moreDisks));
      await inGuest('touch /root/old');
      const before = await mounted();
      await works(['recreate', 'meta', '--yes']);
      expect(await inGuest('ls /root/old 2>/dev/null || echo none; findmnt -no FSTYPE /z')).toBe('none\nxfs\n');
      expect(await mounted()).not.toEqual(before);
    },
    80 * minute,
  );
});
