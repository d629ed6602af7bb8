import { legacyValue } from './legacy-option.ts';
import type { VmShare, VmSpec } from './vm-spec.ts';

/** A device for each share. A server of virtiofs listens already when QEMU starts, or QEMU does not start. */
export function shareArgv({ shares }: VmSpec): readonly string[] {
  return shares.flatMap((share, index) => backendAndDevice(share, `share${String(index)}`));
}

function backendAndDevice(share: VmShare, id: string): readonly string[] {
  if (share.way === 'virtiofs') {
    const device = { driver: 'vhost-user-fs-pci', id: `device-${id}`, chardev: id, tag: share.tag };
    return ['-chardev', `socket,id=${id},path=${legacyValue(share.socket)}`, '-device', JSON.stringify(device)];
  }
  // `none`: files are those of whoever runs QEMU, and symlinks of the guest are symlinks. Other file systems below the
  // source have inodes of the same numbers.
  const options = `security_model=none,multidevs=remap,readonly=${share.readonly ? 'on' : 'off'}`;
  const device = { driver: 'virtio-9p-pci', id: `device-${id}`, fsdev: id, mount_tag: share.tag };
  return [
    ...['-fsdev', `local,id=${id},path=${legacyValue(share.source)},${options}`],
    ...['-device', JSON.stringify(device)],
  ];
}
