import type { QmpEvidence } from '../recovery/evidence.ts';

/** What is known when asking nicely has not worked. */
export interface StopSituation {
  readonly qmp: QmpEvidence;
  /** Pid, start time, executable and exact `-uuid` are those of the record, read just now. */
  readonly identityProven: boolean;
  readonly force: boolean;
}

export type StopPermission = 'signal' | 'refuse_until_forced' | 'refuse';

/**
 * Whether a QEMU may be signalled. One that answers, and answers wrongly, never: something else is behind the socket.
 * One that is silent may be busy writing a guest's data, and only a person can know better.
 */
export function stopPermission(situation: StopSituation): StopPermission {
  if (situation.qmp === 'other_uuid' || situation.qmp === 'error_reply') return 'refuse';
  if (!situation.identityProven) return 'refuse_until_forced';
  if (situation.qmp === 'no_listener') return 'signal';
  return situation.force ? 'signal' : 'refuse_until_forced';
}
