import type { ActionKind } from '../plan/action.ts';
import type { StepRecord } from '../state/operation.ts';
import { unreachable } from '../unreachable.ts';
import type { Evidence, UnknownWhy } from './evidence.ts';
import type { FileEvidence, StepEvidence } from './step-evidence.ts';

/**
 * What an interrupted step turns out to be. `resolved`: its owner is alive after all. `complete`: its effect is there.
 * `adopt`: a VM of ours is there and becomes the node's. `lost`: its effect is not there, or doing it again looks first.
 * `retry`: ask again, or finish it by the command that began it. `rollback_due`: what is there is to be deleted by the
 * next creation. `manual`: only a person can tell.
 */
export type Verdict = 'resolved' | 'stays' | 'complete' | 'adopt' | 'lost' | 'retry' | 'rollback_due' | 'manual';

/** What the record says that somebody wants to come of the node. */
export type Intent = 'none' | 'stop' | 'destroy';

/** What an action does, as far as judging it after a crash is concerned. */
export type StepNature = 'starts_vm' | 'stops_vm' | 'works_in_vm' | 'makes_file' | 'removes_file' | 'repeatable';

/**
 * `repeatable` is for what looks at what exists before it acts and takes a right result as its own, where a look from
 * outside would tell no more: nothing is probed for it.
 */
export const natureOf = {
  write_node_record: 'makes_file',
  create_host_key: 'makes_file',
  create_root_disk: 'makes_file',
  create_data_disk: 'makes_file',
  write_seed: 'makes_file',
  create_firmware_vars: 'makes_file',
  set_up_guest: 'works_in_vm',
  plug_cpus: 'repeatable',
  set_memory: 'repeatable',
  grow_root_disk: 'repeatable',
  grow_data_disk: 'repeatable',
  grow_guest_disks: 'repeatable',
  // Each looks for its snapshot first; the guest finds the damage again before it acts.
  reset_data_disk: 'repeatable',
  restore_data_disk: 'repeatable',
  delete_snapshot: 'repeatable',
  forward_ports: 'repeatable',
  // What the guest was told by then is not on record, so that it is told again.
  introduce_peers: 'repeatable',
  // It ends the servers that it finds before it starts new ones.
  start_shares: 'repeatable',
  start_vm: 'starts_vm',
  stop_vm: 'stops_vm',
  // Sockets follow their process, and absent ones are success.
  remove_runtime: 'repeatable',
  remove_root_disk: 'removes_file',
  remove_data_disk: 'removes_file',
  // Its effect is its own commit.
  retain_data_disk: 'repeatable',
  remove_seed: 'removes_file',
  remove_firmware_vars: 'removes_file',
  remove_host_key: 'removes_file',
  remove_node_record: 'removes_file',
  remove_other_life: 'removes_file',
  remove_retained_disk: 'removes_file',
  erase_home: 'repeatable',
} as const satisfies { readonly [K in ActionKind]: StepNature };

/** What has to be looked at before this step can be judged; a step that never passed its barrier needs no look. */
export function evidenceNeeded(step: Pick<StepRecord, 'action' | 'state'>): 'vm' | 'file' | 'nothing' {
  if (step.state !== 'running') return 'nothing';
  switch (natureOf[step.action.kind]) {
    case 'starts_vm':
    case 'stops_vm':
    case 'works_in_vm':
      return 'vm';
    case 'makes_file':
    case 'removes_file':
      return 'file';
    case 'repeatable':
      return 'nothing';
  }
}

export interface JudgedBy {
  readonly evidence: StepEvidence;
  readonly intent: Intent;
}

/** The verdict on a step, whatever was seen: total over kind × state × evidence × intent. */
export function judgeStep(
  step: { readonly kind: ActionKind; readonly state: StepRecord['state'] },
  by: JudgedBy,
): Verdict {
  switch (step.state) {
    case 'pending':
    case 'complete':
    case 'error':
    case 'lost':
      return 'stays';
    case 'claimed':
      // It never passed the barrier, so there is nothing to look for.
      return by.evidence.about === 'owner' ? 'resolved' : 'lost';
    case 'running':
      return judgeRunning(natureOf[step.kind], by);
    default:
      return unreachable(step.state);
  }
}

function judgeRunning(nature: StepNature, { evidence, intent }: JudgedBy): Verdict {
  switch (evidence.about) {
    case 'owner':
      return 'resolved';
    case 'nothing':
      return nature === 'repeatable' ? 'lost' : 'manual';
    case 'vm':
      return judgeByVm(nature, evidence.seen, intent);
    case 'file':
      return judgeByFile(nature, evidence.seen);
    default:
      return unreachable(evidence);
  }
}

function judgeByVm(nature: StepNature, seen: Evidence, intent: Intent): Verdict {
  if (nature === 'makes_file' || nature === 'removes_file') return 'manual';
  switch (seen.kind) {
    case 'not_running':
      return nature === 'stops_vm' ? 'complete' : 'lost';
    case 'running':
      return nature === 'starts_vm' && intent === 'none' ? 'adopt' : 'retry';
    case 'unknown':
      return withoutAnswer(seen.why);
    default:
      return unreachable(seen);
  }
}

function judgeByFile(nature: StepNature, seen: FileEvidence): Verdict {
  if (nature !== 'makes_file' && nature !== 'removes_file') return 'manual';
  const makes = nature === 'makes_file';
  switch (seen.kind) {
    case 'right':
      // What is to be removed is still there, and only the command that removes may go on.
      return makes ? 'complete' : 'retry';
    case 'absent':
      return makes ? 'lost' : 'complete';
    case 'wrong':
      if (!makes) return 'retry';
      return seen.madeBy === 'this_creation' ? 'rollback_due' : 'manual';
    case 'unknown':
      return withoutAnswer(seen.why);
    default:
      return unreachable(seen);
  }
}

function withoutAnswer(why: UnknownWhy): Verdict {
  // Of a VM of another home nothing is left to judge once that has stopped it.
  return why === 'probe_unavailable' || why === 'other_home' ? 'retry' : 'manual';
}
