import { firmwareOf } from '../core/qemu/firmware-of.ts';
import { ok, type Result } from '../core/result.ts';
import { newNodeRecord } from '../core/state/new-node-record.ts';
import type { NodeRecord, RetainedDisk, StateDocument } from '../core/state/document.ts';
import type { NodeSpec } from '../core/spec/node-spec.ts';
import type { StoredImage } from '../ports/image-store.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { Findings } from './preflight/findings.ts';

/** Records for nodes of which nothing exists yet: identifiers, ports and pinned machine are chosen here, once. */
export async function newNodes(
  ports: EnginePorts,
  document: StateDocument,
  wanted: { readonly specs: readonly NodeSpec[]; readonly findings: Findings },
): Promise<Result<readonly NodeRecord[]>> {
  const taken = Object.values(document.nodes).flatMap((node) => node.sshPort ?? []);
  const records: NodeRecord[] = [];
  for (const spec of wanted.specs) {
    const port = await ports.resources.freeLoopbackPort(taken);
    if (!port.ok) return port;
    taken.push(port.value);
    records.push(record(ports, { spec, sshPort: port.value, findings: wanted.findings, retained: document.retained }));
  }
  return ok(records);
}

interface Chosen {
  readonly spec: NodeSpec;
  readonly sshPort: number;
  readonly findings: Findings;
  readonly retained: readonly RetainedDisk[];
}

function record(ports: EnginePorts, { spec, sshPort, findings, retained }: Chosen): NodeRecord {
  const image = findings.images.get(spec.name);
  if (image === undefined) throw new Error(`preflight found no image for ${spec.name}`);
  return newNodeRecord({
    spec,
    uuid: ports.identifiers.uuid(),
    createdAt: ports.clock.now(),
    machine: pinnedMachine(image, findings),
    image: { selector: spec.image, digest: image.digest, path: image.file },
    sshPort,
    diskUuids: Object.fromEntries(spec.disks.map((disk) => [disk.id, ports.identifiers.uuid()])),
    retained,
  });
}

function pinnedMachine(image: StoredImage, { host }: Findings) {
  const [newest] = host.features.machines;
  if (newest === undefined) throw new Error('the feature probe found no machine type');
  return {
    type: newest,
    arch: image.arch,
    firmware: firmwareOf(image.arch, image.boot),
    accelerator: host.accelerator.accelerator,
    acceleratorReason: host.accelerator.reason,
  };
}
