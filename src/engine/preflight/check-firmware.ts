import { failure } from '../../core/failure.ts';
import { firmwareOf } from '../../core/qemu/firmware-of.ts';
import type { EnginePorts } from '../engine-ports.ts';
import type { Check, Needs } from './findings.ts';

/** A machine boots by firmware of this host: a new one by its image, one that exists by its record. */
export const checkFirmware: Check = {
  name: 'firmware',
  needs: 'the BIOS of QEMU, or UEFI firmware, for the machines that boot by it',
  run: async (ports, needs) => {
    const wanted = await wantedFirmware(ports, needs);
    const features = await ports.hypervisor.features(needs.arch);
    // Without QEMU there is a complaint about that, and firmware of no use.
    if (!features.ok) return [];
    const { firmware, biosTrouble: problem } = features.value;
    return [
      ...(wanted.has('uefi') && firmware === null
        ? [failure('tool_missing', { tool: 'UEFI firmware', packages: 'ovmf' })]
        : []),
      ...(wanted.has('bios') && problem !== null ? [failure('bios_missing', { problem })] : []),
    ];
  },
};

async function wantedFirmware(ports: EnginePorts, needs: Needs): Promise<ReadonlySet<'bios' | 'uefi'>> {
  const existing = [...needs.starts, ...needs.restarts];
  const wanted = new Set(existing.flatMap(({ machine }) => machine?.firmware ?? []));
  // What has no machine on record yet gets one by its image.
  const unmade = existing.filter(({ machine }) => machine === null).map(({ spec }) => spec);
  for (const selector of new Set([...needs.creates, ...unmade].map((spec) => spec.image))) {
    const image = await ports.images.resolve(selector, needs.arch);
    if (image.ok) wanted.add(firmwareOf(image.value.arch, image.value.boot));
  }
  return wanted;
}
