import { snapshotName, snapshotsKept } from '../core/disk/snapshot-name.ts';
import { failure } from '../core/failure.ts';
import { type AuthorizedDisk, authorizeDisk, type DiskCommand, type NamedDisk } from '../core/plan/authorize-disk.ts';
import type { ImageSnapshot } from '../core/qemu/image-facts.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import { livesOf } from '../core/state/find-life.ts';
import { homePaths } from '../core/state/home-paths.ts';
import { unknownVm } from '../core/recovery/unknown-vm.ts';
import type { EnginePorts } from './engine-ports.ts';
import { inspectDataDisk } from './inspect-data-disk.ts';
import { observeNodes } from './observe-nodes.ts';

export interface DiskRequest {
  readonly node: string;
  readonly path: string;
  readonly snapshot: string;
  readonly yes: boolean;
  readonly signal: AbortSignal;
}

export interface ReviewedDisk {
  readonly disk: AuthorizedDisk;
  readonly snapshot: ImageSnapshot;
  /** The name under which a restore keeps what is on the disk now. */
  readonly before: string;
}

/** All that has to hold before a disk is changed by its snapshots. Nothing has been touched. */
export async function reviewDisk(
  ports: EnginePorts,
  document: StateDocument,
  asked: { readonly command: DiskCommand; readonly request: DiskRequest },
): Promise<Result<ReviewedDisk>> {
  const { command, request } = asked;
  const authorized = authorizeDisk(document, { command, ...request });
  if (!authorized.ok) return authorized;
  const disk = authorized.value;
  const { record, spec, part } = disk;
  const idle =
    command === 'disk restore' ? await provenIdle(ports, document, { ...disk, doing: 'restore it' }) : ok(undefined);
  if (!idle.ok) return idle;
  const snapshots = await diskSnapshots(ports, disk);
  if (!snapshots.ok) return snapshots;
  const found = findSnapshot(snapshots.value, request.snapshot, disk);
  if (!found.ok) return found;
  const names = snapshots.value.map(({ name }) => name);
  // A restore that was interrupted has kept, or was about to keep, what was there before it under this name.
  const begun = part.outputs['restoringBefore'];
  const before = typeof begun === 'string' ? begun : snapshotName('restore', { at: ports.clock.now(), taken: names });
  const [oldest] = names;
  if (command === 'disk restore' && !names.includes(before) && names.length >= snapshotsKept && oldest !== undefined) {
    return fail(failure('snapshot_limit', { node: record.name, path: spec.path, kept: names.length, oldest }));
  }
  return ok({ disk, snapshot: found.value, before });
}

/** Those inside a data disk that is fit to be read and changed. */
export async function diskSnapshots(
  ports: Pick<EnginePorts, 'hypervisor' | 'layout'>,
  { record, spec, diskUuid }: Pick<NamedDisk, 'record' | 'spec' | 'diskUuid'>,
): Promise<Result<readonly ImageSnapshot[]>> {
  const file = homePaths.dataDisk(diskUuid);
  const image = await inspectDataDisk(ports, { node: record.name, path: spec.path, file });
  return image.ok ? ok(image.value.snapshots) : image;
}

export function findSnapshot(
  snapshots: readonly ImageSnapshot[],
  snapshot: string,
  { record, spec }: Pick<NamedDisk, 'record' | 'spec'>,
): Result<ImageSnapshot> {
  const known = snapshots.map(({ name }) => name);
  const [found, ...others] = snapshots.filter(({ name }) => name === snapshot);
  // QEMU takes the first of two with one name, and nobody could say which that is.
  if (found !== undefined && others.length === 0) return ok(found);
  return fail(failure('unknown_snapshot', { node: record.name, path: spec.path, snapshot, known }));
}

/** No VM that could have the disk runs, and that is proven of each. */
export async function provenIdle(
  ports: EnginePorts,
  document: StateDocument,
  { record, spec, diskUuid, doing }: NamedDisk & { readonly doing: string },
): Promise<Result<void>> {
  const holders = livesOf(document).filter(({ parts }) => parts.some((part) => part.diskUuid === diskUuid));
  for (const evidence of (await observeNodes(ports, holders)).values()) {
    if (evidence.kind === 'running') {
      return fail(failure('disk_in_use', { node: record.name, path: spec.path, doing }));
    }
    if (evidence.kind === 'unknown') {
      return fail(unknownVm(record.name, evidence));
    }
  }
  return ok(undefined);
}
