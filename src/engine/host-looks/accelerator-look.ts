import { ok } from '../../core/result.ts';
import type { HostLook } from './host-look.ts';

/** Software emulation is slow and works. */
export const acceleratorLook: HostLook = {
  name: 'accelerator',
  needs: 'an accelerator that runs a guest, or software emulation',
  required: true,
  run: async ({ hypervisor, resources }) => {
    const arch = resources.arch();
    const features = await hypervisor.features(arch);
    if (!features.ok) return ok('not tried, for want of QEMU');
    const probed = await hypervisor.probeAccelerator({ arch, asked: 'auto', features: features.value });
    return probed.ok ? ok(`${probed.value.accelerator} (${probed.value.reason})`) : probed;
  },
};
