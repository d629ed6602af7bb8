import type { Instant } from '../names.ts';

const beforeReset = 'paddock-reset';
const beforeRestore = 'paddock-before-restore';

/** Snapshots of one disk that are kept at most: each holds on to all that has changed since. */
export const snapshotsKept = 8;

/** The name of a snapshot with the bytes that a reset is about to give up, or that a restore replaces. */
export function snapshotName(
  why: 'reset' | 'restore',
  { at, taken }: { readonly at: Instant; readonly taken: readonly string[] },
): string {
  const prefix = why === 'reset' ? beforeReset : beforeRestore;
  const name = `${prefix}-${at.replaceAll(/[-:]|\.\d+/gu, '')}`;
  const free = [name, ...Array.from({ length: snapshotsKept + 1 }, (_, index) => `${name}-${String(index + 2)}`)];
  return free.find((each) => !taken.includes(each)) ?? name;
}

/** True when a person has brought back earlier bytes of this disk: they are theirs to deal with, and stay. */
export function wasRestored(snapshots: readonly { readonly name: string }[]): boolean {
  return snapshots.some(({ name }) => name.startsWith(`${beforeRestore}-`));
}
