import type { ActionKind } from '../plan/action.ts';
import type { StepRecord } from '../state/operation.ts';
import { unreachable } from '../unreachable.ts';
import type { Evidence } from './evidence.ts';

/**
 * What an interrupted step turns out to be. `complete`: its effect is there. `adopt`: a VM of ours is there and becomes
 * the node's. `lost`: its effect is not there, or doing it again checks what is there. `unfinished`: only the command
 * that began it may go on. `ask_again` and `manual` leave everything as it is.
 */
export type Verdict = 'stays' | 'complete' | 'adopt' | 'lost' | 'unfinished' | 'ask_again' | 'manual';

/** What an action does, as far as judging it after a crash is concerned. */
type Judged = 'starts_vm' | 'stops_vm' | 'repeatable';

const judgedAs = {
  // These look at what exists before they act, and take a right result as theirs: doing them again is safe.
  write_node_record: 'repeatable',
  create_host_key: 'repeatable',
  create_root_disk: 'repeatable',
  create_data_disk: 'repeatable',
  write_seed: 'repeatable',
  create_firmware_vars: 'repeatable',
  set_up_guest: 'repeatable',
  plug_cpus: 'repeatable',
  set_memory: 'repeatable',
  grow_root_disk: 'repeatable',
  grow_data_disk: 'repeatable',
  grow_guest_disks: 'repeatable',
  start_vm: 'starts_vm',
  stop_vm: 'stops_vm',
  // Removals come after a stop that was proven, and an absent file is their success.
  remove_runtime: 'repeatable',
  remove_root_disk: 'repeatable',
  remove_data_disk: 'repeatable',
  retain_data_disk: 'repeatable',
  remove_seed: 'repeatable',
  remove_firmware_vars: 'repeatable',
  remove_host_key: 'repeatable',
  remove_node_record: 'repeatable',
  remove_other_life: 'repeatable',
  remove_retained_disk: 'repeatable',
  erase_home: 'repeatable',
} as const satisfies { readonly [K in ActionKind]: Judged };

/** True when a verdict on this step depends on what is seen of the VM; every other step is judged without a probe. */
export function needsEvidence(step: Pick<StepRecord, 'action' | 'state'>): boolean {
  return step.state === 'running' && judgedAs[step.action.kind] !== 'repeatable';
}

/** Precondition: the owner of the step is proven gone. `evidence` is null where none is needed. */
export function judgeStep(step: Pick<StepRecord, 'action' | 'state'>, evidence: Evidence | null): Verdict {
  switch (step.state) {
    case 'pending':
    case 'complete':
    case 'error':
    case 'lost':
      return 'stays';
    case 'claimed':
      // It never passed the barrier, so there is nothing to look for.
      return 'lost';
    case 'running':
      return judgeRunning(judgedAs[step.action.kind], evidence);
    default:
      return unreachable(step.state);
  }
}

function judgeRunning(judged: Judged, evidence: Evidence | null): Verdict {
  if (judged === 'repeatable') return 'lost';
  if (evidence === null) return 'manual';
  switch (evidence.kind) {
    case 'not_running':
      return judged === 'starts_vm' ? 'lost' : 'complete';
    case 'running':
      return judged === 'starts_vm' ? 'adopt' : 'unfinished';
    case 'unknown':
      return evidence.why === 'probe_unavailable' ? 'ask_again' : 'manual';
    default:
      return unreachable(evidence);
  }
}
