import type { Failure } from '../failure.ts';

/** One thing that was looked at on this host. */
export interface HostFinding {
  /** What was looked at, for people. */
  readonly name: string;
  /** What it wants to find, as the end of "needs". */
  readonly needs: string;
  /** `limited`: something that only some labs want is not as it should be. */
  readonly state: 'ok' | 'limited' | 'missing';
  /** What was found; null where nothing was. */
  readonly saw: string | null;
  /** What is not as it should be, with what to do. */
  readonly failures: readonly Failure[];
}

/** What this host can do. */
export interface DoctorReport {
  /** Nothing that every lab needs is missing. */
  readonly ready: boolean;
  readonly findings: readonly HostFinding[];
}
