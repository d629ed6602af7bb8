import { failure } from '../../core/failure.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { EnginePorts } from '../engine-ports.ts';
import type { HostFindings } from '../node-context.ts';
import { findShareSources } from './find-share-sources.ts';
import type { Needs } from './findings.ts';

/** QEMU with the features we need, and an accelerator that has been seen to run a guest. */
export async function findHost(ports: EnginePorts, needs: Needs): Promise<Result<HostFindings>> {
  const features = await ports.hypervisor.features(needs.arch);
  if (!features.ok) return features;
  const network = features.value.networkUser
    ? []
    : [failure('tool_missing', { tool: 'QEMU user networking', packages: 'qemu-system with slirp' })];
  const accelerator = await ports.hypervisor.probeAccelerator({
    arch: needs.arch,
    asked: needs.runtime.accel,
    features: features.value,
  });
  if (!accelerator.ok) return fail(...network, ...accelerator.failures);
  if (network.length > 0) return fail(...network);
  return ok({
    features: features.value,
    accelerator: accelerator.value,
    shareSources: await findShareSources(ports, needs),
  });
}
