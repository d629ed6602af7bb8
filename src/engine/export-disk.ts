import { failure } from '../core/failure.ts';
import { type NamedDisk, nameDisk, unknownDisk } from '../core/plan/authorize-disk.ts';
import { selectNodes } from '../core/plan/select-nodes.ts';
import type { DiskExportReport } from '../core/report/disk-report.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import { homePaths } from '../core/state/home-paths.ts';
import { untouched } from '../core/untouched.ts';
import type { EnginePorts } from './engine-ports.ts';
import { noDeployment } from './no-deployment.ts';
import { readUsable } from './read-usable.ts';
import { diskSnapshots, findSnapshot, provenIdle } from './review-disk.ts';

export interface DiskExport {
  readonly node: string;
  readonly path: string;
  /** Null for what is on the disk now. */
  readonly snapshot: string | null;
  readonly format: 'qcow2' | 'raw';
  /** The new file; absolute. */
  readonly to: string;
  readonly signal: AbortSignal;
}

/**
 * Copies what a data disk holds, or held when a snapshot was taken, to a new file. The disk is only read; what is on it now
 * is not to be had while its VM runs.
 */
export async function exportDisk(ports: EnginePorts, request: DiskExport): Promise<Result<DiskExportReport>> {
  const read = await readUsable(ports);
  if (!read.ok) return untouched(read);
  const { document, note } = read.value;
  if (note !== null) ports.events.emit({ kind: 'note', text: note });
  if (document === null) return noDeployment(ports, 'disk export');
  const named = findDisk(document, request);
  if (!named.ok) return named;
  // Nothing of Paddock's knows the new file: it would stand in the way of a purge, and go with whoever empties the home.
  if (await ports.home.holds(request.to))
    return fail(failure('export_in_home', { path: request.to, home: ports.layout.home }));
  const readable = await checkReadable(ports, document, { ...request, disk: named.value });
  if (!readable.ok) return readable;
  const { format, snapshot, to, signal } = request;
  const file = ports.layout.absolute(homePaths.dataDisk(named.value.diskUuid));
  const { name } = named.value.record;
  ports.events.emit({
    kind: 'waiting',
    node: name,
    what: `the copy of its disk ${request.path}`,
    limitMs: exportLimitMs,
  });
  const exported = await ports.hypervisor.exportImage({ file, snapshot, format, to, signal });
  return exported.ok ? ok({ node: name, path: request.path, snapshot, format, file: to }) : exported;
}

/** As long as the port gives it. */
const exportLimitMs = 24 * 60 * 60_000;

/** Of a node that exists, or a kept one of a node that does not. */
function findDisk(document: StateDocument, { node, path }: DiskExport): Result<NamedDisk> {
  const selected = selectNodes([node], { nodes: Object.values(document.nodes), skipped: [] });
  if (!selected.ok) return selected;
  const record = document.nodes[node];
  if (record === undefined) throw new Error(`selected node ${node} has no record`);
  const kept = document.retained.find((disk) => disk.node === record.name && disk.path === path);
  const named = nameDisk(record, path);
  const isThere = named !== null && named.part.state !== 'destroyed' && named.part.state !== 'retained';
  if (isThere) return ok(named);
  if (named === null || kept === undefined) return fail(unknownDisk(record, path));
  return ok({ ...named, diskUuid: kept.diskUuid });
}

async function checkReadable(
  ports: EnginePorts,
  document: StateDocument,
  { disk, snapshot }: Pick<DiskExport, 'snapshot'> & { readonly disk: NamedDisk },
): Promise<Result<void>> {
  const { record, spec, part } = disk;
  if (snapshot === null) {
    const { restoring } = part.outputs;
    if (typeof restoring === 'string') {
      return fail(failure('restore_unfinished', { node: record.name, path: spec.path, snapshot: restoring }));
    }
    const idle = await provenIdle(ports, document, { ...disk, doing: 'export what is on it now' });
    if (!idle.ok) return idle;
  }
  const snapshots = await diskSnapshots(ports, disk);
  if (!snapshots.ok) return snapshots;
  if (snapshot === null) return ok(undefined);
  const found = findSnapshot(snapshots.value, snapshot, disk);
  return found.ok ? ok(undefined) : found;
}
