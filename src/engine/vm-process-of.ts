import { failure } from '../core/failure.ts';
import { diskSerial } from '../core/qemu/disk-serial.ts';
import { hotplugRoom } from '../core/qemu/hotplug-room.ts';
import { macAddress } from '../core/qemu/mac-address.ts';
import { machineProfiles } from '../core/qemu/machine-profiles.ts';
import { multicastGroup } from '../core/qemu/multicast.ts';
import { vmProcess } from '../core/qemu/vm-process.ts';
import type { ProcessSpec, VmSpec } from '../core/qemu/vm-spec.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { shareTag } from '../core/share/share-socket.ts';
import { wayOfShares } from '../core/share/way-of-shares.ts';
import { askedSpec } from '../core/state/asked-spec.ts';
import type { MachineRecord, NodeRecord } from '../core/state/document.ts';
import { homePaths } from '../core/state/home-paths.ts';
import { shareSockets } from './share-sockets.ts';
import { deploymentOf, type HostFindings, type NodeContext } from './node-context.ts';

/** The VM process of a node: from the record, what preflight found, and the paths of the home. */
export function vmProcessOf(context: NodeContext, record: NodeRecord): Result<NodeProcess> {
  const { host } = context;
  if (host === null) throw new Error('a VM is started only after preflight');
  if (record.machine === null || record.sshPort === null) {
    return fail(failure('image_chain_broken', { node: context.name, problem: 'has no recorded machine' }));
  }
  const known = { record, host, machine: record.machine, sshPort: record.sshPort };
  const spec = vmSpec(context, known);
  const { cpus, memoryBytes, maxCpus, hotplugMemoryBytes } = spec;
  const room = { cpus, memoryBytes, maxCpus, bootMemoryBytes: memoryBytes, hotplugMemoryBytes };
  return ok({ process: vmProcess(spec, host.features), room });
}

export interface NodeProcess {
  readonly process: ProcessSpec;
  /** What this process has, and how far it can grow and shrink without a restart: recorded, because a later plan says so beforehand. */
  readonly room: {
    readonly cpus: number;
    readonly memoryBytes: number;
    readonly maxCpus: number;
    readonly bootMemoryBytes: number;
    readonly hotplugMemoryBytes: number;
  };
}

interface Known {
  readonly record: NodeRecord;
  readonly host: HostFindings;
  readonly machine: MachineRecord;
  readonly sshPort: number;
}

function vmSpec(context: NodeContext, known: Known): VmSpec {
  const { record, host } = known;
  const { layout, identifiers } = context.ports;
  const deployment = deploymentOf(context).id;
  const macOf = (nic: 'management' | 'private') =>
    macAddress({ deployment, address: record.address, nic }, identifiers.sha256);
  return {
    name: record.name,
    uuid: record.uuid,
    machine: machineNow(known.machine, host),
    ...sizes(context, known),
    rootDisk: layout.absolute(homePaths.rootDisk(record.folder)),
    dataDisks: dataDisks(context, record),
    shares: vmShares(context, record),
    seed: layout.absolute(homePaths.seed(record.folder)),
    firmware: firmware(context, known),
    management: { mac: macOf('management'), sshPort: known.sshPort, forwards: context.forwards },
    privateNetwork: { mac: macOf('private'), ...multicastGroup(deployment, identifiers.sha256) },
    serialLog: layout.absolute(homePaths.serialLog(record.folder)),
    qemuLog: layout.absolute(homePaths.qemuLog(record.folder)),
    sockets: layout.sockets(record.uuid),
  };
}

/** The type stays as pinned; the accelerator is what works on this host now. */
function machineNow(machine: MachineRecord, host: HostFindings): MachineRecord {
  const { accelerator, reason } = host.accelerator;
  return { ...machine, accelerator, acceleratorReason: reason };
}

function sizes(context: NodeContext, { record, host, machine }: Known) {
  const { resources } = context.ports;
  const { cpus, memoryBytes } = askedSpec(record);
  const room = hotplugRoom({
    cpus,
    memoryBytes,
    hostCpus: resources.cpus(),
    hostMemoryBytes: resources.memory().totalBytes,
    features: host.features,
    profile: machineProfiles[machine.arch],
  });
  return { cpus, memoryBytes, ...room };
}

/** By the way that the step before has chosen and recorded. */
function vmShares({ ports: { layout } }: NodeContext, record: NodeRecord): VmSpec['shares'] {
  const sockets = shareSockets(layout, record);
  return record.spec.shares.map(({ host: source, readonly }, index) =>
    wayOfShares(record) === '9p'
      ? { way: '9p', tag: shareTag(index), source, readonly }
      : { way: 'virtiofs', tag: shareTag(index), socket: sockets[index] ?? '' },
  );
}

function dataDisks(context: NodeContext, record: NodeRecord): VmSpec['dataDisks'] {
  return record.parts.flatMap((part) => {
    if (part.kind !== 'data_disk' || part.disk === null || part.file === null) return [];
    const serial = diskSerial(part.disk, context.ports.identifiers.sha256);
    return [{ file: context.ports.layout.absolute(part.file), serial }];
  });
}

function firmware(context: NodeContext, { record, host, machine }: Known): VmSpec['firmware'] {
  const code = host.features.firmware?.code;
  if (machine.firmware !== 'uefi' || code === undefined) return null;
  return { code, vars: context.ports.layout.absolute(homePaths.firmwareVars(record.folder)) };
}
