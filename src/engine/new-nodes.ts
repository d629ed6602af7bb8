import { disksToTake } from '../core/plan/disks-to-take.ts';
import { firmwareOf } from '../core/qemu/firmware-of.ts';
import { ok, type Result } from '../core/result.ts';
import type { PortForward, SharedPolicy } from '../core/spec/envelope.ts';
import type { NodeSpec } from '../core/spec/node-spec.ts';
import type { NodeRecord, RetainedDisk, StateDocument } from '../core/state/document.ts';
import { livesOf } from '../core/state/find-life.ts';
import { takeableDisks } from '../core/state/kept-disks.ts';
import { newNodeRecord } from '../core/state/new-node-record.ts';
import type { StoredImage } from '../ports/image-store.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { Findings } from './preflight/findings.ts';

export interface NewLives {
  readonly specs: readonly NodeSpec[];
  readonly madeFor: SharedPolicy;
  readonly findings: Findings;
  /** Ports of the host that no ssh may get. */
  readonly forwards: readonly PortForward[];
}

/**
 * Records for nodes, or lives of nodes, of which nothing exists yet: identifiers, ports and pinned machine are chosen
 * here, once. A new life of a node that exists has its ssh port, and takes over the disks that are to be kept.
 */
export async function newNodes(
  ports: EnginePorts,
  document: StateDocument,
  wanted: NewLives,
): Promise<Result<readonly NodeRecord[]>> {
  const forwards = [
    ...Object.values(document.deployment?.applied ?? {}).flatMap((node) => node.ports),
    ...wanted.forwards,
  ];
  const taken = [
    ...livesOf(document).flatMap((node) => node.sshPort ?? []),
    // Nobody listens on the forwards of a stopped node, or of one that is about to start.
    ...forwards.map((forward) => forward.hostPort),
  ];
  const records: NodeRecord[] = [];
  for (const spec of wanted.specs) {
    const own = livingNode(document, spec);
    const port = own === null || own.sshPort === null ? await ports.resources.freeLoopbackPort(taken) : ok(own.sshPort);
    if (!port.ok) return port;
    taken.push(port.value);
    const retained = disksToTake(spec.disks, takeableDisks(document, spec.name)).map(({ disk }) => disk);
    records.push(record(ports, { spec, sshPort: port.value, wanted, retained }));
  }
  return ok(records);
}

function livingNode(document: StateDocument, spec: NodeSpec): NodeRecord | null {
  const own = document.nodes[spec.name];
  return own === undefined || own.life === 'destroyed' ? null : own;
}

interface Chosen {
  readonly spec: NodeSpec;
  readonly sshPort: number;
  readonly wanted: NewLives;
  readonly retained: readonly RetainedDisk[];
}

function record(ports: EnginePorts, { spec, sshPort, wanted, retained }: Chosen): NodeRecord {
  const image = wanted.findings.images.get(spec.name);
  if (image === undefined) throw new Error(`preflight found no image for ${spec.name}`);
  return newNodeRecord({
    spec,
    uuid: ports.identifiers.uuid(),
    createdAt: ports.clock.now(),
    madeFor: wanted.madeFor,
    machine: pinnedMachine(image, wanted.findings),
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
