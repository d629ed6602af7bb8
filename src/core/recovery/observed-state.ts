import type { NodeRecord } from '../state/document.ts';
import type { Evidence } from './evidence.ts';
import type { DiskStall } from '../qemu/disk-stall.ts';
import { ioError } from '../qemu/qmp-facts.ts';
import { stallWords } from '../qemu/stall-words.ts';
import type { VmEnding } from '../qemu/vm-ending.ts';
import { unreachable } from '../unreachable.ts';
import { isResizeOpen } from '../state/open-resize.ts';
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

/** What was seen of a VM besides the evidence, where there was reason to look. */
export interface SeenMore {
  /** Of one that is there: QEMU's run state, and the disk that it waits for. */
  readonly live: { readonly status: string; readonly stall: DiskStall | null } | null;
  /** Of one that is gone. */
  readonly ending: VmEnding | null;
}

/** Why what was seen is not what the record says, for people; null where they agree. */
export function observedReason(record: NodeRecord, evidence: Evidence, { live, ending }: SeenMore): string | null {
  if (evidence.kind === 'unknown') return `${evidence.why}: ${evidence.detail}`;
  const mender = isResizeOpen(record) ? 'resize' : 'up';
  if (evidence.kind === 'running') return evidence.paused ? pausedBecause(live, mender) : monitorTrouble(evidence);
  return endedUnasked(record, evidence) ? endedBecause(evidence.why, { ending, mender }) : null;
}

/** The command that brings a VM back: of one with an open resize `up` is refused until that is closed. */
type Mender = 'up' | 'resize';

/** True for a VM that is gone and that nobody has stopped through Paddock. */
export function endedUnasked(record: NodeRecord, evidence: Evidence): boolean {
  const { power } = partOutputs(record, 'vm');
  return evidence.kind === 'not_running' && (power === 'running' || power === 'launched');
}

function pausedBecause(live: SeenMore['live'], mender: Mender): string {
  if (live?.status === ioError) return `its VM ${stallWords(live.stall ?? { file: null, noSpace: false }, mender)}`;
  if (live?.status === 'prelaunch') return `its VM was launched and never told to run; ${mender} goes on with it`;
  return `its VM is paused; ${mender} lets it go on`;
}

/** What keeps a VM that runs from being asked anything, for people; null when its monitor answers as it should. */
export function monitorTrouble(evidence: Evidence): string | null {
  if (evidence.kind !== 'running' || evidence.qmp === 'ours' || evidence.qmp === 'not_asked') return null;
  if (evidence.qmp === 'no_listener' && evidence.movedFrom !== undefined) {
    return `its home was moved here from ${evidence.movedFrom} while its VM runs, so its monitor is not found: move the home back, or a stop ends the VM without asking the guest to shut down`;
  }
  if (evidence.qmp === 'no_listener') {
    return 'its QEMU process runs, but its monitor is gone, so a stop cannot ask the guest to shut down';
  }
  return 'its QEMU process is there, but its monitor does not answer, so the VM may hang';
}

function endedBecause(
  why: Extract<Evidence, { kind: 'not_running' }>['why'],
  { ending, mender }: Pick<SeenMore, 'ending'> & { readonly mender: Mender },
): string {
  switch (why) {
    case 'other_boot':
      return `the host was started anew since; ${mender} starts it again`;
    case 'process_gone':
      return ending === null ? 'its QEMU process has ended since' : `${endingWords(ending)}; ${mender} starts it again`;
    case 'never_started':
      return 'its QEMU process was never recorded';
    default:
      return unreachable(why);
  }
}

function endingWords({ kind, said }: VmEnding): string {
  switch (kind) {
    case 'by_guest':
      return 'stopped by its guest, which shut down, and no stop that asked it to is recorded';
    case 'by_signal':
      return `its QEMU process was ended from outside (${said ?? 'by a signal'})`;
    case 'by_monitor':
      return 'its QEMU was told to quit, and not by paddock';
    case 'killed':
      return `its QEMU process was killed or crashed${said === null ? '' : `; its last words: ${said}`}`;
    case 'unexplained':
      return 'its QEMU process has ended since, and left no word why';
    default:
      return unreachable(kind);
  }
}
