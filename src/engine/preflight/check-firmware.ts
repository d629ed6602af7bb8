import { failure } from '../../core/failure.ts';
import { firmwareOf } from '../../core/qemu/firmware-of.ts';
import type { EnginePorts } from '../engine-ports.ts';
import type { Check, Needs } from './findings.ts';

/** A machine that boots by UEFI needs its firmware on this host: a new one by its image, one that exists by its record. */
export const checkFirmware: Check = {
  name: 'firmware',
  needs: 'UEFI firmware for the machines that boot by it',
  run: async (ports, needs) => {
    if (!(await wantsUefi(ports, needs))) return [];
    const features = await ports.hypervisor.features(needs.arch);
    // Without QEMU there is a complaint about that, and firmware of no use.
    if (!features.ok || features.value.firmware !== null) return [];
    return [failure('tool_missing', { tool: 'UEFI firmware', packages: 'ovmf' })];
  },
};

async function wantsUefi(ports: EnginePorts, needs: Needs): Promise<boolean> {
  if ([...needs.starts, ...needs.restarts].some(({ machine }) => machine?.firmware === 'uefi')) return true;
  for (const selector of new Set(needs.creates.map((spec) => spec.image))) {
    const image = await ports.images.resolve(selector, needs.arch);
    if (image.ok && firmwareOf(image.value.arch, image.value.boot) === 'uefi') return true;
  }
  return false;
}
