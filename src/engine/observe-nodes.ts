import pLimit from 'p-limit';
import type { Evidence } from '../core/recovery/evidence.ts';
import type { NodeRecord } from '../core/state/document.ts';
import type { Uuid } from '../core/names.ts';
import type { VmTarget } from '../ports/hypervisor.ts';
import type { EnginePorts } from './engine-ports.ts';
import { observeAgain } from './observe-again.ts';
import { vmTarget } from './vm-target.ts';

/** Probes under way at once; each is bounded to 10 s by the port. */
const probesAtOnce = 4;

/** Evidence about the VMs of these nodes, by UUID. Read-only: nothing is held and nobody is blocked. */
export async function observeNodes(
  ports: EnginePorts,
  records: readonly NodeRecord[],
  /** For a command that would change them: asks again what could not be told. */
  { insist }: { readonly insist: boolean } = { insist: false },
): Promise<ReadonlyMap<Uuid, Evidence>> {
  const limit = pLimit(probesAtOnce);
  const look = (target: VmTarget) => (insist ? observeAgain(ports, target) : ports.hypervisor.observe(target));
  const seen = await Promise.all(
    records.map((record) => limit(async () => [record.uuid, await look(vmTarget(ports.layout, record))] as const)),
  );
  return new Map(seen);
}
