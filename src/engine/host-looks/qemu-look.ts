import { type Failure, failure } from '../../core/failure.ts';
import { fail, ok } from '../../core/result.ts';
import type { HostLook } from './host-look.ts';

export const qemuLook: HostLook = {
  name: 'QEMU',
  needs: 'QEMU 6.2 or newer with user networking and its BIOS, and qemu-img',
  required: true,
  run: async ({ hypervisor, resources }) => {
    const features = await hypervisor.features(resources.arch());
    if (!features.ok) return features;
    const { version, emulator, networkUser, biosTrouble: problem } = features.value;
    const failures: Failure[] = [];
    if (!networkUser) {
      failures.push(failure('tool_missing', { tool: 'QEMU user networking', packages: 'qemu-system with slirp' }));
    }
    if (problem !== null) failures.push(failure('bios_missing', { problem }));
    return failures.length > 0 ? fail(...failures) : ok(`${version}, ${emulator}`);
  },
};
