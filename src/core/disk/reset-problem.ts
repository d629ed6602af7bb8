import { snapshotsKept, wasRestored } from './snapshot-name.ts';

/** Why a disk that is proven to be damaged is not made anew, for people; null when it may be. */
export function resetProblem(snapshots: readonly { readonly name: string }[]): string | null {
  if (wasRestored(snapshots)) return 'it was brought back by disk restore, so what is on it is left for you to repair';
  if (snapshots.length >= snapshotsKept) {
    return `it has ${String(snapshots.length)} snapshots, and the bytes on it could not be kept; disk delete-snapshot makes room`;
  }
  return null;
}
