import type { NodeName, Uuid } from '../names.ts';
import { nodeNamePattern } from './field-shapes.ts';

/** Every folder directly below the home. */
export const homeFolders = {
  /** The document, one file for each of the last versions, and what is put by for a full file system. */
  state: 'state',
  /** `<operation id>/operation.json` and `manifest.yml` of closed and open operations. */
  operations: 'operations',
  nodes: 'nodes',
  disks: 'disks',
  keys: 'keys',
  /** Places of waiting commands; grants nothing. */
  waiting: 'waiting',
} as const;

/** The node of a folder below `nodes/`, by the name of the folder alone; null for a name that `nodeFolder` does not make. */
export function nodeOfFolder(folder: string): NodeName | null {
  const name = /^(.+)-[0-9a-f]{8}$/u.exec(folder)?.[1] ?? '';
  return nodeNamePattern.test(name) ? (name as NodeName) : null;
}

/** Every file that a node may have, relative to the home; the only place that knows these names. */
export const homePaths = {
  /** The name is for people, the eight digits keep an earlier life of that name apart. */
  nodeFolder: (name: NodeName, uuid: Uuid): string => `nodes/${name}-${uuid.slice(0, 8)}`,
  /** Written once, before the first artifact of its UUID, so that a lost document can be rebuilt. */
  nodeRecord: (folder: string): string => `${folder}/node.json`,
  /** The overlay on the base image. */
  rootDisk: (folder: string): string => `${folder}/root.qcow2`,
  /** The NoCloud volume. */
  seed: (folder: string): string => `${folder}/seed.img`,
  /** The UEFI variable store. */
  firmwareVars: (folder: string): string => `${folder}/firmware-vars`,
  /** All that the guest wrote to its serial console. */
  serialLog: (folder: string): string => `${folder}/serial.log`,
  /** stdout and stderr of QEMU. */
  qemuLog: (folder: string): string => `${folder}/qemu.log`,
  /** Outside the node folder: a data disk can outlive its node. */
  dataDisk: (diskUuid: Uuid): string => `disks/${diskUuid}.qcow2`,
  /** The guest's ssh host key, made on the host; `.pub` is beside it. */
  hostKey: (uuid: Uuid): string => `keys/host-${uuid}`,
  /** What an operation was given, as a manifest. */
  keptInputs: (operation: Uuid): string => `operations/${operation}/manifest.yml`,
  /** The key that opens every guest of the deployment; `.pub` is beside it. */
  loginKey: 'keys/login',
  /** The key with which the control node reaches its peers; `.pub` is beside it. A new holder of the role gets a new one. */
  controlKey: (key: Uuid): string => `keys/control-${key}`,
  /** The pinned host keys of the guests, by UUID. */
  knownHosts: 'keys/known_hosts',
  /** OpenSSH configuration of the lab, which the person's own includes; there while that is wanted. */
  sshConfig: 'keys/ssh_config',
} as const;
