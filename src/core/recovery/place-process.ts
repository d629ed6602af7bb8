import type { ProcessIdentity } from '../state/process-identity.ts';

export type ProcessPlace = 'here' | 'other_machine' | 'other_boot' | 'other_namespace' | 'missing_facts';

/**
 * Whether a recorded process would be visible from here. A fact that either side lacks is never taken for a match,
 * except that another boot of the same machine decides whatever the pid namespace was, and that the same boot needs no
 * name of its machine: a boot id is random, and containers often have no machine id.
 */
export function placeProcess(recorded: ProcessIdentity, self: ProcessIdentity): ProcessPlace {
  const machine = compare(recorded.machineId, self.machineId);
  if (machine === 'other') return 'other_machine';
  const boot = compare(recorded.bootId, self.bootId);
  if (boot === 'unknown') return 'missing_facts';
  if (boot === 'other') return machine === 'same' ? 'other_boot' : 'missing_facts';
  const namespace = compare(recorded.pidNamespace, self.pidNamespace);
  if (namespace !== 'same') return namespace === 'other' ? 'other_namespace' : 'missing_facts';
  return recorded.startTime === null ? 'missing_facts' : 'here';
}

function compare(recorded: string | null, self: string | null): 'same' | 'other' | 'unknown' {
  if (recorded === null || self === null) return 'unknown';
  return recorded === self ? 'same' : 'other';
}
