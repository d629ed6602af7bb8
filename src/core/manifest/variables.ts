import type { NodeName } from '../names.ts';
import type { ArchPolicy, PortForward, RuntimePolicy } from '../spec/envelope.ts';
import { bytesPerUnit } from '../spec/format-size.ts';
import type { DiskSpec, ShareSpec } from '../spec/node-spec.ts';
import type { ImageSelector } from '../spec/normalise-image.ts';
import type { ReadContext } from './read/read-context.ts';
import { readDisks, diskSizeRule } from './read/read-disks.ts';
import { readImage, readVersionPrefix } from './read/read-image.ts';
import { readChoice } from './read/read-matching.ts';
import { readAddress, readAliases, readNodeName, readUserName } from './read/read-name.ts';
import { readFilePath } from './read/read-path.ts';
import { readPorts } from './read/read-ports.ts';
import { readShares } from './read/read-shares.ts';
import { type SizeRule, readSize } from './read/read-size.ts';
import { readTruth } from './read/read-truth.ts';
import { readWholeNumber } from './read/read-whole-number.ts';
import type { YamlNode } from './yaml/node.ts';

/** What each variable of ours holds once it has been read. Every other variable of the inventory is opaque. */
export interface VariableValues {
  readonly admin_ip: string;
  readonly nodename: NodeName;
  /** Text of the variable, whatever it is: it counts only for hosts without `nodename`. */
  readonly pg_cluster: string;
  readonly pg_seq: string;
  readonly node_admin_username: string;
  readonly node_admin_uid: number;
  readonly vm_skip: boolean;
  readonly vm_image: ImageSelector;
  readonly vm_version: string;
  readonly vm_arch: ArchPolicy;
  readonly vm_accel: RuntimePolicy['accel'];
  readonly vm_network: RuntimePolicy['network'];
  readonly vm_cpu: number;
  readonly vm_mem: number;
  readonly vm_disk: number;
  readonly vm_disks: readonly DiskSpec[];
  readonly vm_shares: readonly ShareSpec[];
  readonly vm_user_data: string;
  readonly vm_alias: readonly string[];
  readonly vm_ports: readonly PortForward[];
  readonly vm_protect: boolean;
}

export type VariableName = keyof VariableValues;

type Readers = {
  readonly [V in VariableName]: (node: YamlNode, context: ReadContext) => VariableValues[V] | undefined;
};

const memoryRule: SizeRule = {
  bareUnit: 'MiB',
  leastBytes: 128 * bytesPerUnit.MiB,
  mostBytes: 16 * bytesPerUnit.TiB,
  // The block size of virtio-mem, in which memory grows and shrinks.
  stepBytes: 2 * bytesPerUnit.MiB,
  example: '2GiB',
};

/** Every variable of ours, with the only way its value is read. */
export const variableReaders = {
  admin_ip: readAddress,
  nodename: readNodeName,
  pg_cluster: borrowedText,
  pg_seq: borrowedText,
  node_admin_username: readUserName,
  node_admin_uid: (node, context) => readWholeNumber(node, context, { least: 1, most: 65_533, example: '88' }),
  vm_skip: readTruth,
  vm_image: readImage,
  vm_version: readVersionPrefix,
  vm_arch: (node, context) => readChoice(node, context, ['native', 'amd64', 'arm64']),
  vm_accel: (node, context) => readChoice(node, context, ['auto', 'kvm', 'hvf', 'tcg']),
  vm_network: (node, context) => readChoice(node, context, ['user', 'bridge']),
  vm_cpu: (node, context) => readWholeNumber(node, context, { least: 1, most: 255, example: '2' }),
  vm_mem: (node, context) => readSize(node, context, memoryRule),
  vm_disk: (node, context) => readSize(node, context, diskSizeRule),
  vm_disks: readDisks,
  vm_shares: readShares,
  vm_user_data: readFilePath,
  vm_alias: readAliases,
  vm_ports: readPorts,
  vm_protect: readTruth,
} satisfies Readers;

export const variableNames = Object.keys(variableReaders) as readonly VariableName[];

export function isVariableName(name: string): name is VariableName {
  return Object.hasOwn(variableReaders, name);
}

// Pigsty's own variables: nothing about them is refused here, only the name that they make.
function borrowedText(node: YamlNode): string {
  return node.kind === 'scalar' ? node.text : '';
}
