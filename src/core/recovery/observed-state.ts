import type { NodeRecord } from '../state/document.ts';
import type { Evidence } from './evidence.ts';
import { unreachable } from '../unreachable.ts';
import { partOutputs } from '../state/part-outputs.ts';

export type ObservedState = 'running' | 'paused' | 'stopped' | 'unknown';

/** One word for what was seen. */
export function observedState(evidence: Evidence): ObservedState {
  switch (evidence.kind) {
    case 'running':
      return evidence.paused ? 'paused' : 'running';
    case 'not_running':
      return 'stopped';
    case 'unknown':
      return 'unknown';
    default:
      return unreachable(evidence);
  }
}

/** Why what was seen is not what the record says, for people; null where they agree. */
export function observedReason(record: NodeRecord, evidence: Evidence): string | null {
  const power = partOutputs(record, 'vm')['power'];
  if (evidence.kind === 'unknown') return `${evidence.why}: ${evidence.detail}`;
  if (evidence.kind === 'running') return evidence.paused ? 'its VM is paused' : monitorTrouble(evidence);
  return power === 'running' ? endedBecause(evidence.why) : null;
}

/** What keeps a VM that runs from being asked anything, for people; null when its monitor answers as it should. */
export function monitorTrouble(evidence: Evidence): string | null {
  if (evidence.kind !== 'running' || evidence.qmp === 'ours' || evidence.qmp === 'not_asked') return null;
  if (evidence.qmp === 'no_listener') {
    return 'its QEMU process runs, but its monitor is gone, so a stop cannot ask the guest to shut down';
  }
  return 'its QEMU process is there, but its monitor does not answer, so the VM may hang';
}

function endedBecause(why: Extract<Evidence, { kind: 'not_running' }>['why']): string {
  switch (why) {
    case 'other_boot':
      return 'the host was started anew since';
    case 'process_gone':
      return 'its QEMU process has ended since';
    case 'never_started':
      return 'its QEMU process was never recorded';
    default:
      return unreachable(why);
  }
}
