import { guestStages } from '../guest/guest-stage.ts';
import type { Envelope, RuntimePolicy, SharedPolicy } from '../spec/envelope.ts';
import type { DiskSpec, NodeSpec, ShareSpec } from '../spec/node-spec.ts';
import type { GuestRecord, ImageRecord, MachineRecord, NodeRecord } from './document.ts';
import { homePath, instant, nodeName, processIdentityShape, specHash, uuid } from './field-shapes.ts';
import { partShape } from './operation-shape.ts';
import { flag, integer, listOf, nullable, object, oneOf, tableOf, text } from './shape.ts';

export const fsShape = oneOf<DiskSpec['fs']>({ auto: true, xfs: true, ext4: true });

const diskSpecShape = object<DiskSpec>({
  id: text(),
  path: text(),
  sizeBytes: integer(1),
  fs: fsShape,
  persistent: flag,
});

const shareSpecShape = object<ShareSpec>({ host: text(), guest: text(), readonly: flag });

export const nodeSpecShape = object<NodeSpec>({
  name: nodeName,
  address: text(),
  cpus: integer(1),
  memoryBytes: integer(1),
  rootDiskBytes: integer(1),
  disks: listOf(diskSpecShape),
  shares: listOf(shareSpecShape),
  aliases: listOf(text()),
  image: text(),
  userDataSha256: nullable(text()),
  control: flag,
});

export const envelopeShape = object<Envelope>({
  subnet: text(),
  user: text(),
  arch: oneOf({ native: true, amd64: true, arm64: true }),
  image: text(),
});

export const runtimeShape = object<RuntimePolicy>({
  accel: oneOf({ auto: true, kvm: true, hvf: true, tcg: true }),
  network: oneOf({ user: true, bridge: true }),
});

const machineShape = object<MachineRecord>({
  type: text(),
  arch: oneOf({ amd64: true, arm64: true }),
  firmware: oneOf({ bios: true, uefi: true }),
  accelerator: oneOf({ kvm: true, hvf: true, tcg: true }),
  acceleratorReason: text(),
});

export const imageShape = object<ImageRecord>({ selector: text(), digest: text(), path: text() });

const stageNames = new RegExp(`^(${guestStages.join('|')})$`, 'u');

const guestShape = object<GuestRecord>({
  instanceId: uuid,
  readyAt: instant,
  guestSpecHash: specHash,
  stages: tableOf(stageNames, oneOf({ ok: true, limited: true })),
  controlKey: nullable(uuid),
  warnings: listOf(text()),
  repairs: listOf(text()),
});

export const nodeRecordShape = object<NodeRecord>({
  name: nodeName,
  uuid,
  address: text(),
  createdAt: instant,
  life: oneOf({ creating: true, committed: true, destroying: true, destroyed: true }),
  spec: nodeSpecShape,
  madeFor: object<SharedPolicy>({ envelope: envelopeShape, runtime: runtimeShape }),
  machine: nullable(machineShape),
  image: nullable(imageShape),
  folder: homePath,
  parts: listOf(partShape),
  process: nullable(processIdentityShape),
  sshPort: nullable(integer(1)),
  guest: nullable(guestShape),
});
