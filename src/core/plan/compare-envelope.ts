import type { SharedPolicy } from '../spec/envelope.ts';
import type { Change } from './plan.ts';

/**
 * Differences that only the whole deployment together can follow. The default image is not one: nodes that inherit it
 * differ in their own image, and nodes that name their own do not care.
 */
export function compareEnvelope(from: SharedPolicy, to: SharedPolicy): readonly Change[] {
  const pairs: readonly Change[] = [
    { path: 'subnet', from: from.envelope.subnet, to: to.envelope.subnet },
    { path: 'node_admin_username', from: from.envelope.user, to: to.envelope.user },
    { path: 'vm_arch', from: from.envelope.arch, to: to.envelope.arch },
    { path: 'vm_accel', from: from.runtime.accel, to: to.runtime.accel },
    { path: 'vm_network', from: from.runtime.network, to: to.runtime.network },
  ];
  return pairs.filter((pair) => pair.from !== pair.to);
}
