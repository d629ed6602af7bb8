import pLimit from 'p-limit';
import type { Evidence } from '../core/recovery/evidence.ts';
import type { NodeRecord } from '../core/state/document.ts';
import type { Uuid } from '../core/names.ts';
import type { EnginePorts } from './engine-ports.ts';
import { vmTarget } from './vm-target.ts';

/** Probes under way at once; each is bounded to 10 s by the port. */
const probesAtOnce = 4;

/** Evidence about the VMs of these nodes, by UUID. Read-only: nothing is held and nobody is blocked. */
export async function observeNodes(
  ports: EnginePorts,
  records: readonly NodeRecord[],
): Promise<ReadonlyMap<Uuid, Evidence>> {
  const limit = pLimit(probesAtOnce);
  const seen = await Promise.all(
    records.map((record) =>
      limit(async () => [record.uuid, await ports.hypervisor.observe(vmTarget(ports.layout, record))] as const),
    ),
  );
  return new Map(seen);
}
