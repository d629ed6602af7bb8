/** What was observed about a VM. "Cannot tell" is an answer and is never read as "gone". */
export type Evidence =
  | {
      readonly kind: 'running';
      readonly qmp: QmpEvidence;
      readonly process: ProcessEvidence;
      readonly paused: boolean;
      readonly pid: number | null;
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

export type UnknownWhy = 'probe_unavailable' | 'identity_unverifiable' | 'conflicting_evidence';

/** What the probe monitor said. */
export type QmpEvidence = 'ours' | 'other_uuid' | 'error_reply' | 'silent' | 'no_listener' | 'not_asked';

/** What the process table said about the recorded pid. */
export type ProcessEvidence = 'ours' | 'absent' | 'zombie' | 'reused' | 'unreadable' | 'not_asked' | 'found_by_uuid';
