import { type Failure, failure } from '../failure.ts';
import type { Position } from '../position.ts';
import { sortComplaints } from './sort-complaints.ts';

/** Complaints that one reading shows: far more than a person mends before looking again. */
export const complaintsShown = 200;

/** Reports that one reading takes: 200 hosts that each meet twenty mistakes behind one anchor. */
const reportsTaken = 4000;

export interface Collected<T> {
  /** What the work made; null when it was given up because enough is wrong. */
  readonly value: T | null;
  /** By line, then column. One mistake behind an anchor is met by every host that uses it, and is said once. */
  readonly complaints: readonly Failure[];
}

/**
 * Runs work that reports what is wrong. The work is given up, by an exception out of `report`, at the complaint that is
 * one too many: a file in which every line is wrong would cost as much time as it has lines. The last complaint then
 * says so. `before` are complaints of an earlier stage; they count.
 */
export function collectComplaints<T>(
  before: readonly Failure[],
  work: (report: (complaint: Failure) => void) => T,
): Collected<T> {
  const distinct = new Map<string, Failure>(before.map((complaint) => [keyOf(complaint), complaint]));
  let reports = 0;
  const report = (complaint: Failure): void => {
    reports += 1;
    const key = keyOf(complaint);
    const isSurplus = distinct.size >= complaintsShown && !distinct.has(key);
    if (isSurplus || reports > reportsTaken) throw new Enough(placeOf(complaint));
    if (!distinct.has(key)) distinct.set(key, complaint);
  };
  try {
    const value = work(report);
    return { value, complaints: sortComplaints([...distinct.values()]) };
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
    const told = sortComplaints([...distinct.values()]);
    const { at } = error;
    return { value: null, complaints: [...told, failure('complaints_cut_short', { at, count: told.length })] };
  }
}

/** Thrown and caught in this file only. */
class Enough extends Error {
  readonly at: Position;

  constructor(at: Position) {
    super('enough complaints');
    this.at = at;
  }
}

/** What tells two complaints apart; not the host that met them. */
function keyOf(complaint: Failure): string {
  const fields = complaint as unknown as Record<string, unknown>;
  const { line, column } = placeOf(complaint);
  const told = ['variable', 'shown', 'field', 'name', 'key'].map((field) => fields[field] ?? null);
  return JSON.stringify([complaint.reason, line, column, ...told]);
}

function placeOf(complaint: Failure): Position {
  return 'at' in complaint ? complaint.at : { file: '', line: 0, column: 0 };
}
