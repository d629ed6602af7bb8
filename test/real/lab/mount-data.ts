import { createHash } from 'node:crypto';
import { diskSerial } from '../../../src/core/qemu/disk-serial.ts';

/** Shell words for root that make sure that a data disk is mounted at its path; a blank one gets a file system first. */
export function mountData(disk: string): string {
  const serial = diskSerial(disk, (text) => createHash('sha256').update(text).digest('hex'));
  return [
    'PATH=$PATH:/usr/sbin:/sbin',
    `if ! grep -q ' /${disk} ' /proc/mounts; then`,
    `device=/dev/$(basename "$(dirname "$(grep -l '^${serial}' /sys/block/*/serial)")")`,
    `blkid "$device" >/dev/null || mkfs.ext4 -q "$device"`,
    `mkdir -p /${disk} && mount "$device" /${disk}; fi`,
  ].join('\n');
}
