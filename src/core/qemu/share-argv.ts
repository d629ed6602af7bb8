import { legacyValue } from './legacy-option.ts';
import type { VmSpec } from './vm-spec.ts';

/** A vhost-user device for each share. Its server listens already when QEMU starts, or QEMU does not start. */
export function shareArgv({ shares }: VmSpec): readonly string[] {
  return shares.flatMap(({ tag, socket }, index) => {
    const id = `share${String(index)}`;
    const device = { driver: 'vhost-user-fs-pci', id: `device-${id}`, chardev: id, tag };
    return ['-chardev', `socket,id=${id},path=${legacyValue(socket)}`, '-device', JSON.stringify(device)];
  });
}
