import pLimit from 'p-limit';
import { describeFailure } from '../core/failure-text.ts';
import { recordedOrder } from '../core/plan/recorded-order.ts';
import { chainProblem } from '../core/qemu/chain-problem.ts';
import type { DiskListReport } from '../core/report/disk-report.ts';
import { ok, type Result } from '../core/result.ts';
import type { NodeRecord, RetainedDisk } from '../core/state/document.ts';
import type { Part } from '../core/state/part.ts';
import { untouched } from '../core/untouched.ts';
import type { EnginePorts } from './engine-ports.ts';
import { readUsable } from './read-usable.ts';

type Listed = DiskListReport['disks'][number];
type Recorded = Omit<Listed, 'hostBytes' | 'lastWritten' | 'snapshots' | 'problem'>;

/** Images looked into at once. */
const atOnce = 4;

/** Every disk of every node, and those that outlived theirs, with what is inside their images. Read-only, takes no lock. */
export async function listDisks(ports: EnginePorts): Promise<Result<DiskListReport>> {
  const read = await readUsable(ports);
  if (!read.ok) return untouched(read);
  const { document, note } = read.value;
  const living = recordedOrder(document).filter(({ life }) => life !== 'destroyed');
  const recorded = [...living.flatMap(disksOf), ...(document?.retained ?? []).map(keptDisk)];
  const written = await ports.nodeFiles.lastWritten(recorded.map(({ file }) => ports.layout.absolute(file)));
  const limit = pLimit(atOnce);
  const disks = await Promise.all(recorded.map((disk) => limit(() => seenDisk(ports, disk, written))));
  return ok({ note, disks });
}

function disksOf({ name, spec, parts }: NodeRecord): readonly Recorded[] {
  return parts.flatMap((part): readonly Recorded[] => {
    const { kind, file, state } = part;
    if (file === null || state === 'pending' || state === 'claimed' || state === 'destroyed' || state === 'retained') {
      return [];
    }
    const disk = spec.disks.find(({ id }) => id === part.disk);
    if (kind === 'root_disk') {
      const sizeBytes = sizeOf(part, spec.rootDiskBytes);
      const root = { path: null, fs: null, persistent: false, restoring: null } as const;
      return [{ node: name, state: 'attached', ...root, sizeBytes, file }];
    }
    if (kind !== 'data_disk' || disk === undefined) return [];
    const { path, fs, persistent } = disk;
    const { restoring } = part.outputs;
    const begun = typeof restoring === 'string' ? restoring : null;
    const sizeBytes = sizeOf(part, disk.sizeBytes);
    return [{ node: name, state: 'attached', path, fs, persistent, sizeBytes, file, restoring: begun }];
  });
}

function sizeOf({ outputs }: Part, specBytes: number): number {
  const size = outputs['virtualSizeBytes'];
  return typeof size === 'number' ? size : specBytes;
}

function keptDisk({ node, path, fs, virtualSizeBytes, file }: RetainedDisk): Recorded {
  return { node, state: 'kept', path, fs, persistent: true, sizeBytes: virtualSizeBytes, file, restoring: null };
}

async function seenDisk(
  { hypervisor, layout }: EnginePorts,
  disk: Recorded,
  written: ReadonlyMap<string, string>,
): Promise<Listed> {
  const file = layout.absolute(disk.file);
  const lastWritten = written.get(file) ?? null;
  const image = await hypervisor.inspectImage(file);
  if (!image.ok) {
    const problem = image.failures.map((each) => describeFailure(each).message).join('; ');
    return { ...disk, hostBytes: null, lastWritten, snapshots: [], problem };
  }
  const { virtualSizeBytes, actualSizeBytes, snapshots } = image.value;
  // What a root disk lies on is told by the start of its node.
  const altered = disk.path === null ? null : chainProblem(image.value, null);
  const problem = altered === null ? null : `${file} ${altered}`;
  return { ...disk, sizeBytes: virtualSizeBytes, hostBytes: actualSizeBytes, lastWritten, snapshots, problem };
}
