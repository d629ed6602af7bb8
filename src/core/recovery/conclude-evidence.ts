import type { Evidence, ProcessEvidence, QmpEvidence, UnknownWhy } from './evidence.ts';

/** Everything that was looked at, before it is weighed. */
export interface Observations {
  readonly qmp: QmpEvidence;
  readonly qmpDetail: string;
  /** Whether the VM stands still; only known from `qmp: 'ours'`. */
  readonly paused: boolean;
  readonly recorded: RecordedProcess;
  /** A process with our executable and our `-uuid`, anywhere in the process table. */
  readonly search: UuidSearch;
  /** QEMU's lock on the root disk; `not_asked` when something else has already decided. */
  readonly imageLock: ImageLock;
  /** The tool that was told to work on the root disk, such as a qemu-img that a killed command left behind. */
  readonly imageTool?: { readonly pid: number; readonly program: string } | undefined;
}

export type RecordedProcess =
  /** No process was ever recorded for this VM. */
  | { readonly kind: 'none' }
  | { readonly kind: 'other_machine' | 'other_boot' | 'other_namespace' | 'missing_facts' }
  /** Same machine, boot and pid namespace: what stands under the recorded pid. */
  | {
      readonly kind: 'here';
      readonly pid: number;
      readonly seen: Exclude<ProcessEvidence, 'not_asked' | 'found_by_uuid' | 'other_home'>;
      /** Of `ours`: as in HomeOfVm. */
      readonly movedFrom?: string | null;
    }
  | { readonly kind: 'here'; readonly pid: number; readonly seen: 'other_home'; readonly home: string | null };

/** Whose a process with a node's UUID is, by the root disk that it runs on. */
export type HomeOfVm =
  /** `movedFrom`: the home in which it was started, when that is somewhere else now. */
  | { readonly kind: 'ours'; readonly movedFrom: string | null }
  /** Null when the process does not tell which. */
  | { readonly kind: 'other_home'; readonly home: string | null };

export type UuidSearch =
  | { readonly kind: 'found'; readonly pid: number; readonly movedFrom?: string | null }
  /** None is ours, and this one has our UUID. */
  | { readonly kind: 'other_home'; readonly pid: number; readonly home: string | null }
  | { readonly kind: 'none' | 'unreadable' };

export type ImageLock = 'free' | 'held' | 'unknown' | 'not_asked';

/** Weighs the observations by the rules for evidence: running needs one proof, not running needs all of its proofs. */
export function concludeEvidence(seen: Observations): Evidence {
  const process = processEvidence(seen);
  const unknown = (why: UnknownWhy, detail: string): Evidence => ({
    kind: 'unknown',
    why,
    qmp: seen.qmp,
    process,
    detail,
  });
  const live = liveProcess(seen);
  const pid = live?.pid ?? null;
  // Before the monitor is believed: where a copy stands in the place of its original, that one's sockets are here.
  const stranger = live === null ? ofOtherHome(seen) : null;
  if (stranger !== null)
    return unknown(stranger.home === null ? 'identity_unverifiable' : 'other_home', words(stranger));
  if (seen.qmp === 'other_uuid') return unknown('conflicting_evidence', seen.qmpDetail);
  if (seen.qmp === 'ours') {
    if (pid === null && couldBeSeen(seen)) {
      return unknown('conflicting_evidence', 'the monitor says that it is ours, but no process has our -uuid');
    }
    return { kind: 'running', qmp: seen.qmp, process, paused: seen.paused, pid, ...moved(live) };
  }
  // Without an answer the VM may stand still or not; a process that is there is taken to run.
  if (pid !== null) return { kind: 'running', qmp: seen.qmp, process, paused: false, pid, ...moved(live) };
  return concludeWithoutProcess(seen, unknown, process);
}

type Unknown = (why: UnknownWhy, detail: string) => Evidence;

function concludeWithoutProcess(seen: Observations, unknown: Unknown, process: ProcessEvidence): Evidence {
  if (seen.qmp === 'error_reply')
    return unknown('conflicting_evidence', `no process, but a listener: ${seen.qmpDetail}`);
  if (seen.qmp === 'silent') return unknown('probe_unavailable', `a listener that does not answer: ${seen.qmpDetail}`);
  const unverifiable = unverifiableBecause(seen.recorded);
  if (unverifiable !== null) return unknown('identity_unverifiable', unverifiable);
  if (process === 'unreadable') return unknown('probe_unavailable', 'the recorded process cannot be read');
  if (seen.search.kind === 'unreadable') return unknown('probe_unavailable', 'the process table cannot be searched');
  if (seen.imageLock === 'held') return lockedDisk(seen, unknown);
  // Another boot of the same machine is proof enough: nothing of it is left.
  if (seen.recorded.kind === 'other_boot') return { kind: 'not_running', why: 'other_boot', qmp: seen.qmp, process };
  if (seen.imageLock !== 'free') return unknown('probe_unavailable', 'the lock of the root disk cannot be read');
  const why = seen.recorded.kind === 'none' ? 'never_started' : 'process_gone';
  return { kind: 'not_running', why, qmp: seen.qmp, process };
}

/** A tool ends by itself, so it is worth another look; a lock that nobody accounts for is not. */
function lockedDisk({ imageTool }: Observations, unknown: Unknown): Evidence {
  if (imageTool === undefined) return unknown('conflicting_evidence', 'no process, but the root disk is locked');
  const { program, pid } = imageTool;
  return unknown('probe_unavailable', `${program} (pid ${String(pid)}) is at work on the root disk`);
}

function unverifiableBecause(recorded: RecordedProcess): string | null {
  if (recorded.kind === 'other_machine') return 'it was started on another machine';
  if (recorded.kind === 'other_namespace') return 'it was started in another pid namespace';
  if (recorded.kind === 'missing_facts') return 'its record lacks facts about the machine or the process';
  return null;
}

interface LiveProcess {
  readonly pid: number;
  readonly movedFrom?: string | null;
}

/** The process that is proven ours, or null. */
function liveProcess(seen: Observations): LiveProcess | null {
  if (seen.recorded.kind === 'here' && seen.recorded.seen === 'ours') return seen.recorded;
  return seen.search.kind === 'found' ? seen.search : null;
}

function moved(live: LiveProcess | null): { readonly movedFrom?: string } {
  return live?.movedFrom === undefined || live.movedFrom === null ? {} : { movedFrom: live.movedFrom };
}

interface Stranger {
  readonly pid: number;
  readonly home: string | null;
}

function ofOtherHome({ search, recorded }: Observations): Stranger | null {
  if (search.kind === 'other_home') return search;
  return recorded.kind === 'here' && recorded.seen === 'other_home' ? recorded : null;
}

function words({ pid, home }: Stranger): string {
  const process = `(pid ${String(pid)})`;
  return home === null
    ? `a VM with its UUID runs ${process}, and not on its root disk`
    : `a VM with its UUID runs from another home, ${home} ${process}`;
}

/** Whether a live process of ours would have to show up in this process table. */
function couldBeSeen(seen: Observations): boolean {
  if (seen.search.kind === 'unreadable') return false;
  return seen.recorded.kind === 'none' || seen.recorded.kind === 'here' || seen.recorded.kind === 'other_boot';
}

function processEvidence(seen: Observations): ProcessEvidence {
  if (seen.recorded.kind === 'here' && seen.recorded.seen === 'ours') return 'ours';
  if (seen.search.kind === 'found') return 'found_by_uuid';
  if (seen.search.kind === 'other_home') return 'other_home';
  return seen.recorded.kind === 'here' ? seen.recorded.seen : 'not_asked';
}
