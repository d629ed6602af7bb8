import { failure } from '../../core/failure.ts';
import { fail, ok } from '../../core/result.ts';
import type { HostLook } from './host-look.ts';

export const qemuLook: HostLook = {
  name: 'QEMU',
  needs: 'QEMU 6.2 or newer with user networking, and qemu-img',
  required: true,
  run: async ({ hypervisor, resources }) => {
    const features = await hypervisor.features(resources.arch());
    if (!features.ok) return features;
    const { version, emulator, networkUser } = features.value;
    if (networkUser) return ok(`${version}, ${emulator}`);
    return fail(failure('tool_missing', { tool: 'QEMU user networking', packages: 'qemu-system with slirp' }));
  },
};
