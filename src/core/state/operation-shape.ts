import type { NodeName } from '../names.ts';
import type { Action } from '../plan/action.ts';
import type { MutatingCommand } from '../plan/grant.ts';
import type { Asked, AskedOption, Operation, OperationStatus, StepRecord } from './operation.ts';
import type { FailedCommand, Part, PartKind, PartState, StepError, StepState } from './part.ts';
import { forwardShape, homePath, instant, nodeName, uuid } from './field-shapes.ts';
import {
  byKind,
  exactly,
  flag,
  integer,
  listOf,
  nullable,
  object,
  oneOf,
  optional,
  scalar,
  tableOf,
  text,
} from './shape.ts';

const failedCommandShape = object<FailedCommand>({
  name: text(),
  argv: listOf(text()),
  exitStatus: nullable(integer()),
  signal: nullable(text()),
  timedOut: flag,
  stderr: text(),
});

const stepErrorShape = object<StepError>({ reason: text(), message: text(), command: nullable(failedCommandShape) });

const stepStates = { pending: true, claimed: true, running: true, complete: true, error: true, lost: true } as const;

export const partShape = object<Part>({
  kind: oneOf<PartKind>({
    node_record: true,
    host_key: true,
    root_disk: true,
    data_disk: true,
    seed: true,
    firmware_vars: true,
    shares: true,
    vm: true,
    guest: true,
  }),
  disk: nullable(text()),
  diskUuid: nullable(uuid),
  state: oneOf<PartState>({ ...stepStates, retained: true, destroyed: true }),
  file: nullable(homePath),
  outputs: tableOf(/^[a-zA-Z][a-zA-Z0-9]*$/, scalar),
  error: nullable(stepErrorShape),
});

const onNode = { node: nodeName, uuid };
const onDisk = { ...onNode, disk: text(), diskUuid: uuid };

const actionShape = byKind<Action>({
  write_node_record: object({ kind: exactly('write_node_record'), ...onNode }),
  create_host_key: object({ kind: exactly('create_host_key'), ...onNode }),
  create_root_disk: object({ kind: exactly('create_root_disk'), ...onNode }),
  create_data_disk: object({ kind: exactly('create_data_disk'), ...onDisk }),
  write_seed: object({ kind: exactly('write_seed'), ...onNode }),
  create_firmware_vars: object({ kind: exactly('create_firmware_vars'), ...onNode }),
  start_shares: object({ kind: exactly('start_shares'), ...onNode }),
  start_vm: object({ kind: exactly('start_vm'), ...onNode }),
  set_up_guest: object({ kind: exactly('set_up_guest'), ...onNode }),
  introduce_peers: object({ kind: exactly('introduce_peers'), ...onNode }),
  forward_ports: object({ kind: exactly('forward_ports'), ...onNode, ports: listOf(forwardShape) }),
  stop_vm: object({ kind: exactly('stop_vm'), ...onNode, force: flag }),
  plug_cpus: object({ kind: exactly('plug_cpus'), ...onNode, cpus: integer(1) }),
  set_memory: object({ kind: exactly('set_memory'), ...onNode, memoryBytes: integer(1) }),
  grow_root_disk: object({ kind: exactly('grow_root_disk'), ...onNode, sizeBytes: integer(1) }),
  grow_data_disk: object({ kind: exactly('grow_data_disk'), ...onDisk, sizeBytes: integer(1) }),
  grow_guest_disks: object({ kind: exactly('grow_guest_disks'), ...onNode }),
  reset_data_disk: object({ kind: exactly('reset_data_disk'), ...onDisk, snapshot: text(), proof: text() }),
  restore_data_disk: object({
    kind: exactly('restore_data_disk'),
    ...onDisk,
    snapshot: text(),
    before: text(),
    sizeBytes: integer(1),
  }),
  delete_snapshot: object({ kind: exactly('delete_snapshot'), ...onDisk, snapshot: text() }),
  remove_runtime: object({ kind: exactly('remove_runtime'), ...onNode }),
  remove_root_disk: object({ kind: exactly('remove_root_disk'), ...onNode }),
  remove_data_disk: object({ kind: exactly('remove_data_disk'), ...onDisk }),
  retain_data_disk: object({ kind: exactly('retain_data_disk'), ...onDisk }),
  remove_seed: object({ kind: exactly('remove_seed'), ...onNode }),
  remove_firmware_vars: object({ kind: exactly('remove_firmware_vars'), ...onNode }),
  remove_host_key: object({ kind: exactly('remove_host_key'), ...onNode }),
  remove_node_record: object({ kind: exactly('remove_node_record'), ...onNode }),
  remove_other_life: object({ kind: exactly('remove_other_life'), ...onNode }),
  remove_retained_disk: object({ kind: exactly('remove_retained_disk'), ...onDisk }),
  // It concerns no node, so its name is free.
  erase_home: object({ kind: exactly('erase_home'), node: text<NodeName>(), uuid }),
});

const stepShape = object<StepRecord>({
  id: text(),
  action: actionShape,
  state: oneOf<StepState>(stepStates),
  startedAt: nullable(instant),
  endedAt: nullable(instant),
  error: nullable(stepErrorShape),
});

export const operationShape = object<Operation>({
  id: uuid,
  command: oneOf<MutatingCommand>({
    up: true,
    reload: true,
    resize: true,
    recreate: true,
    start: true,
    stop: true,
    restart: true,
    destroy: true,
    purge: true,
    'disk restore': true,
    'disk delete-snapshot': true,
  }),
  scope: listOf(nodeName),
  asked: optional(
    object<Asked>({
      whole: flag,
      options: listOf(
        oneOf<AskedOption>({
          '--force': true,
          '--restart': true,
          '--rollback': true,
          '--no-wait': true,
          '--delete-persistent': true,
        }),
      ),
    }),
  ),
  startedAt: instant,
  manifest: nullable(object<NonNullable<Operation['manifest']>>({ path: text(), sha256: text() })),
  planHash: nullable(text()),
  status: oneOf<OperationStatus>({
    open: true,
    complete: true,
    error: true,
    partial: true,
    cancelled: true,
    lost: true,
    superseded: true,
  }),
  endedAt: nullable(instant),
  steps: listOf(stepShape),
});
