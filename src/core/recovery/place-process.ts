import type { ProcessIdentity } from '../state/process-identity.ts';

export type ProcessPlace = 'here' | 'other_machine' | 'other_boot' | 'other_namespace' | 'missing_facts';

/**
 * Whether a recorded process would be visible from here. A fact that either side lacks is never taken for a match,
 * except that another boot of the same machine decides whatever the pid namespace was.
 */
export function placeProcess(recorded: ProcessIdentity, self: ProcessIdentity): ProcessPlace {
  if (recorded.machineId === null || self.machineId === null) return 'missing_facts';
  if (recorded.machineId !== self.machineId) return 'other_machine';
  if (recorded.bootId === null || self.bootId === null) return 'missing_facts';
  if (recorded.bootId !== self.bootId) return 'other_boot';
  if (recorded.pidNamespace === null || self.pidNamespace === null) return 'missing_facts';
  if (recorded.pidNamespace !== self.pidNamespace) return 'other_namespace';
  return recorded.startTime === null ? 'missing_facts' : 'here';
}
