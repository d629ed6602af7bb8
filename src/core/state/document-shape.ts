import type {
  AppliedNode,
  ComingLife,
  Deployment,
  Fence,
  FenceOwner,
  RecordedEvent,
  Replacement,
  RetainedDisk,
  StateDocument,
} from './document.ts';
import { stateSchema } from './document.ts';
import {
  homePath,
  instant,
  nodeName,
  nodeNamePattern,
  processIdentityShape,
  specHash,
  uuid,
  forwardShape,
} from './field-shapes.ts';
import { envelopeShape, fsShape, nodeRecordShape, nodeSpecShape, runtimeShape } from './node-shape.ts';
import { operationShape } from './operation-shape.ts';
import { exactly, flag, integer, listOf, nullable, object, tableOf, text } from './shape.ts';

const fenceShape = object<Fence>({
  epoch: integer(),
  owner: nullable(
    object<FenceOwner>({ identity: processIdentityShape, token: text(), command: text(), since: instant }),
  ),
});

const appliedShape = object<AppliedNode>({
  spec: nodeSpecShape,
  specHash,
  protect: flag,
  ports: listOf(forwardShape),
  order: integer(),
});

const deploymentShape = object<Deployment>({
  id: uuid,
  createdAt: instant,
  envelope: envelopeShape,
  runtime: runtimeShape,
  control: nullable(nodeName),
  controlKey: nullable(uuid),
  applied: tableOf(nodeNamePattern, appliedShape),
});

const replacementShape = object<Replacement>({
  coming: nullable(object<ComingLife>({ record: nodeRecordShape, applied: appliedShape })),
  going: listOf(nodeRecordShape),
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
  replacements: tableOf(nodeNamePattern, replacementShape),
  retained: listOf(retainedShape),
  operation: nullable(operationShape),
  events: listOf(eventShape),
});
