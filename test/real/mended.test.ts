import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperationReport } from '../../src/core/report/operation-report.ts';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { fillImage, foreign } from './lab/disk-contents.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { until } from './lab/until.ts';

/** The virtiofsd of QEMU 7 works for root only. */
const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stdout.write('without a share: the mending of a guest, for want of root\n');

const badDisk = 'disks: /data: its disk has a partition table (dos) and is left alone';
const badShare = 'shares: /mnt/share: is no folder, so the share is not mounted';

withRealQemu(() => {
  let lab: Lab;

  const inGuest = async (node: string, script: string): Promise<string> => {
    const { exit, stdout, stderr } = await lab.run(['exec', node, '--', 'sudo', 'sh', '-c', script]);
    expect(exit, stderr).toBe(0);
    return stdout;
  };
  const report = async (...words: readonly string[]): Promise<OperationReport> => {
    const { exit, stdout, stderr } = await lab.run([...words, '--json']);
    expect(exit, stderr).toBe(0);
    return JSON.parse(stdout) as OperationReport;
  };
  const seen = ({ nodes }: OperationReport) =>
    nodes.map(({ state, ready, warnings }) => ({ state, ready, warnings: warnings.toSorted() }));
  const dataDisk = (): string => {
    const parts = lab.document().nodes['node-1']?.parts ?? [];
    return join(lab.home, parts.find(({ kind }) => kind === 'data_disk')?.file ?? 'none');
  };
  const bootIds = () =>
    Promise.all(['meta', 'node-1'].map((name) => inGuest(name, 'cat /proc/sys/kernel/random/boot_id')));

  beforeAll(async () => {
    lab = openLab({ manifest: '' });
    mkdirSync(join(lab.folder, 'shared'));
    writeFileSync(join(lab.folder, 'shared', 'hello'), 'from the host\n');
    const share = isRoot ? `, vm_shares: [{ host: ${lab.folder}/shared, guest: /mnt/share }]` : '';
    writeFileSync(
      lab.manifest,
      `all:
  vars: { admin_ip: 10.10.10.10, vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB, vm_disks: [] }
  hosts:
    10.10.10.10: { nodename: meta }
    10.10.10.11: { nodename: node-1, vm_disks: [{ path: /data, size: 1GiB }]${share} }
`,
    );
    await report('up');
    // As a person would: a file in the share's place, and a partition table on the disk.
    if (isRoot) await inGuest('node-1', 'umount /mnt/share; rmdir /mnt/share; touch /mnt/share');
    await report('stop');
    fillImage(dataDisk(), foreign.table);
  });
  afterAll(() => lab.close());

  test('guests are ready though a share and a disk fail, and up clears both where they run once they are mended', async () => {
    const well = { state: 'running', ready: true, warnings: [] };
    const limited = { ...well, warnings: isRoot ? [badDisk, badShare] : [badDisk] };
    expect(seen(await report('start'))).toEqual([well, limited]);
    const before = [lab.vms(), await bootIds()];
    expect(seen(await report('up'))).toEqual([well, limited]);
    await inGuest('node-1', 'rm -f /mnt/share; mkfs.ext4 -q -F /dev/disk/by-id/virtio-data');
    expect(seen(await report('up'))).toEqual([well, well]);
    expect([lab.vms(), await bootIds()]).toEqual(before);
    const mounts = await inGuest('node-1', 'cut -d " " -f 2,3 /proc/mounts | grep -E "^(/data|/mnt/share) " | sort');
    expect(mounts).toBe(`/data ext4\n${isRoot ? '/mnt/share virtiofs\n' : ''}`);
    if (isRoot) expect(await inGuest('node-1', 'cat /mnt/share/hello')).toBe('from the host\n');
  });

  test('what is deleted in the guest is given back to the host', async () => {
    const allocatedMib = () => (statSync(dataDisk()).blocks * 512) / 2 ** 20;
    const before = allocatedMib();
    await inGuest('node-1', 'dd if=/dev/urandom of=/data/much bs=1M count=48 2>/dev/null; sync');
    expect(allocatedMib() - before).toBeGreaterThan(40);
    // No fstrim: the disk is mounted so that freed blocks are discarded.
    await inGuest('node-1', 'rm /data/much; sync');
    await until('the host to have its room back', () => allocatedMib() - before < 8);
  });
});
