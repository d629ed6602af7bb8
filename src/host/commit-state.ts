import { linkSync, lstatSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { Processes } from '../ports/processes.ts';
import { draftName } from './draft-name.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';
import { pruneState } from './prune-state.ts';
import { listState, versionFileName } from './state-folder.ts';
import { keepReserve } from './reserve.ts';
import { standingHead } from './standing-head.ts';
import { syncFolder } from './sync-folder.ts';
import { writePrivate, type WriteFaults } from './write-private.ts';

/** Points of a commit, in their order; tests make them fail or end the process there. */
export type CommitPoint = 'write' | 'sync' | 'link' | 'check' | 'sync_folder' | 'prune' | 'done';

export interface CommitFaults extends WriteFaults {
  readonly before?: (point: CommitPoint) => void | Promise<void>;
}

export interface CommitRequest {
  readonly folder: string;
  /** What the new document was made from: its version, 0 for none, and the beginning of its file, which holds its checksum. */
  readonly base: { readonly version: number; readonly head: string };
  readonly bytes: Uint8Array;
  /** How many versions stand at least; a tenth more may. */
  readonly keep: number;
  readonly token: string;
  readonly processes: Processes;
  readonly faults: CommitFaults;
}

/**
 * Publishes version `base + 1`, or nothing. The draft stands in the folder from before the newest version is looked up
 * until the link was checked, and pruning spares every version from a living draft's base on. So a link that succeeds
 * took a name that was never used before, however long this process slept in between: no false commit. And the base is
 * still there to be checked however many commits followed: no lost one.
 */
export async function commitState(request: CommitRequest): Promise<Result<void>> {
  const draft = join(request.folder, draftName(request.base.version + 1, request.processes.self(), request.token));
  const committed = await tryCommit(draft, request);
  if (!committed.ok) removeQuietly(draft);
  return committed;
}

async function tryCommit(draft: string, request: CommitRequest): Promise<Result<void>> {
  try {
    const newest = await writeDraft(draft, request);
    if (!newest.ok) return newest;
    const published = await publish(draft, request);
    return published.ok ? await settle(draft, request) : published;
  } catch (error) {
    return fail(fileFailure(error, { path: request.folder, doing: 'write the state' }));
  }
}

/** Stale unless the base is the newest version. Versions are one unbroken run, so two names tell; nothing is listed for that. */
function checkNewest(request: CommitRequest): Result<void> {
  const { folder, base } = request;
  if (base.version === 0) {
    const listing = listState(folder);
    if (!listing.ok) return listing;
    return listing.value.versions.length === 0 ? ok(undefined) : stale(request);
  }
  const [present, taken] = [base.version, base.version + 1].map((version) =>
    lstatSync(join(folder, versionFileName(version)), { throwIfNoEntry: false }),
  );
  return present === undefined || taken !== undefined ? stale(request) : ok(undefined);
}

/** Writes the draft and, now that it stands in the folder, looks up the newest version. Stale when the folder is gone, and the base with it. */
async function writeDraft(draft: string, request: CommitRequest): Promise<Result<void>> {
  let newest: Result<void> = ok(undefined);
  const meanwhile = (): void => {
    newest = checkNewest(request);
  };
  try {
    await writePrivate(draft, request.bytes, { faults: request.faults, meanwhile });
    return newest;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return stale(request);
    throw error;
  }
}

async function publish(draft: string, request: CommitRequest): Promise<Result<void>> {
  const target = join(request.folder, versionFileName(request.base.version + 1));
  try {
    await request.faults.before?.('link');
    linkSync(draft, target);
  } catch (error) {
    // ENOENT: another commit was far enough ahead to clear this draft away.
    if (['EEXIST', 'ENOENT'].includes(errorCode(error))) return stale(request);
    throw error;
  }
  await request.faults.before?.('check');
  if (baseStands(request)) return ok(undefined);
  removeQuietly(target);
  return stale(request);
}

/** Makes a published document durable, and tidies up meanwhile; trouble with tidying is none of the caller's. */
async function settle(draft: string, request: CommitRequest): Promise<Result<void>> {
  removeQuietly(draft);
  const durable = makeDurable(request);
  await request.faults.before?.('prune');
  const newest = request.base.version + 1;
  const isDue = newest % pruneInterval(request.keep) === 0;
  if (isDue) pruneState({ ...request, newest });
  if (isDue || newest === 1) keepReserve(request.folder, request.bytes.length);
  const made = await durable;
  await request.faults.before?.('done');
  return made;
}

/** Listing and unlinking cost a fast disk as much as the sync itself, so many versions may outstay their time by a tenth. */
function pruneInterval(keep: number): number {
  return Math.floor(keep / 10) + 1;
}

async function makeDurable({ folder, faults }: CommitRequest): Promise<Result<void>> {
  try {
    await faults.before?.('sync_folder');
    await syncFolder(folder);
    return ok(undefined);
  } catch (error) {
    return fail(failure('state_not_durable', { folder, problem: errorCode(error) }));
  }
}

function stale(request: CommitRequest): Result<void> {
  return fail(failure('state_stale', { version: request.base.version + 1 }));
}

/**
 * The very document that this one was made from, not only its number: after a purge the numbers begin anew, and a process
 * that slept through that would put an old life on top of a new one.
 */
function baseStands({ folder, base }: CommitRequest): boolean {
  if (base.version === 0) return true;
  return standingHead(join(folder, versionFileName(base.version)), base.head.length) === base.head;
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Absent after a commit that went well; whatever else stops it, a leftover is cleared by a later commit.
  }
}
