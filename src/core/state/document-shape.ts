import type { Envelope, PortForward, RuntimePolicy } from '../spec/envelope.ts';
import type {
  AppliedNode,
  Deployment,
  Fence,
  FenceOwner,
  RecordedEvent,
  RetainedDisk,
  StateDocument,
} from './document.ts';
import { stateSchema } from './document.ts';
import { homePath, instant, nodeName, nodeNamePattern, processIdentityShape, specHash, uuid } from './field-shapes.ts';
import { fsShape, nodeRecordShape, nodeSpecShape } from './node-shape.ts';
import { operationShape } from './operation-shape.ts';
import { exactly, flag, integer, listOf, nullable, object, oneOf, tableOf, text } from './shape.ts';

const fenceShape = object<Fence>({
  epoch: integer(),
  owner: nullable(
    object<FenceOwner>({ identity: processIdentityShape, token: text(), command: text(), since: instant }),
  ),
});

const envelopeShape = object<Envelope>({
  subnet: text(),
  user: text(),
  arch: oneOf({ native: true, amd64: true, arm64: true }),
  image: text(),
});

const appliedShape = object<AppliedNode>({
  spec: nodeSpecShape,
  specHash,
  protect: flag,
  ports: listOf(object<PortForward>({ hostAddress: text(), hostPort: integer(), guestPort: integer() })),
  order: integer(),
});

const deploymentShape = object<Deployment>({
  id: uuid,
  createdAt: instant,
  envelope: envelopeShape,
  runtime: object<RuntimePolicy>({
    accel: oneOf({ auto: true, kvm: true, hvf: true, tcg: true }),
    network: oneOf({ user: true, bridge: true }),
  }),
  control: nullable(nodeName),
  applied: tableOf(nodeNamePattern, appliedShape),
});

const retainedShape = object<RetainedDisk>({
  diskUuid: uuid,
  node: nodeName,
  disk: text(),
  path: text(),
  fs: fsShape,
  virtualSizeBytes: integer(1),
  file: homePath,
  retainedAt: instant,
});

const eventShape = object<RecordedEvent>({
  key: text(),
  at: instant,
  kind: text(),
  node: nullable(nodeName),
  operationId: nullable(uuid),
  text: text(),
});

/** The whole document; see document.ts for what the fields mean. */
export const documentShape = object<StateDocument>({
  schema: exactly(stateSchema),
  version: integer(1),
  writtenBy: text(),
  fence: fenceShape,
  deployment: nullable(deploymentShape),
  nodes: tableOf(nodeNamePattern, nodeRecordShape),
  retained: listOf(retainedShape),
  operation: nullable(operationShape),
  events: listOf(eventShape),
});
