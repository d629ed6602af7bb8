/** What was observed about a VM. "Cannot tell" is an answer and is never read as "gone". */
export type Evidence =
  | {
      readonly kind: 'running';
      readonly qmp: QmpEvidence;
      readonly process: ProcessEvidence;
      readonly paused: boolean;
      readonly pid: number | null;
      /** The home in which it was started, when that has been moved to where it is now. */
      readonly movedFrom?: string | undefined;
    }
  | {
      readonly kind: 'not_running';
      readonly why: 'other_boot' | 'process_gone' | 'never_started';
      readonly qmp: QmpEvidence;
      readonly process: ProcessEvidence;
    }
  | {
      readonly kind: 'unknown';
      readonly why: UnknownWhy;
      readonly qmp: QmpEvidence;
      readonly process: ProcessEvidence;
      readonly detail: string;
    };

/** `other_home`: a VM with our UUID runs, on the disks of another home; one of the two is a copy. */
export type UnknownWhy = 'probe_unavailable' | 'identity_unverifiable' | 'conflicting_evidence' | 'other_home';

/** What the probe monitor said. */
export type QmpEvidence = 'ours' | 'other_uuid' | 'error_reply' | 'silent' | 'no_listener' | 'not_asked';

/** What the process table said about the recorded pid. */
export type ProcessEvidence =
  | 'ours'
  | 'absent'
  | 'zombie'
  | 'reused'
  | 'unreadable'
  | 'not_asked'
  | 'found_by_uuid'
  | 'other_home';
