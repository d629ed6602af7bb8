import type { AcceleratorReport } from '../core/qemu/host-features.ts';
import { recallProbe } from './accelerator-memory.ts';
import { foreignArch, nativeAccelerator, software, working } from './accelerator-report.ts';
import { buildOf, emulatorOf } from './emulator.ts';
import { findTool } from './find-tool.ts';
import type { QemuHost } from './qemu-host.ts';

/** A host that is only looked at: nothing can be started on it. */
export type QuietHost = Omit<QemuHost, 'programs'>;

/** What `auto` would be, from what is remembered; null when it was not probed since the host booted. Runs nothing. */
export async function rememberedAccelerator(
  arch: 'amd64' | 'arm64',
  host: QuietHost,
): Promise<AcceleratorReport | null> {
  if (arch !== host.arch) return software(foreignArch);
  const accelerator = nativeAccelerator(host);
  const known = await recallProbe({ arch, accelerator }, host);
  if (known === null || known.bootId !== host.processes.self().bootId) return null;
  const emulator = findTool(emulatorOf(arch), host);
  // With QEMU off PATH there is nothing to compare; with another build than the probed one the answer is void.
  if (emulator.ok && buildOf(emulator.value) !== known.build) return null;
  return known.problem === null ? working(accelerator) : software(known.problem);
}
