import type { Instant, NodeName, Uuid } from '../names.ts';
import type { SharedPolicy } from '../spec/envelope.ts';
import type { NodeSpec } from '../spec/node-spec.ts';
import type { ImageRecord, MachineRecord } from './document.ts';
import { instant, nodeName, uuid } from './field-shapes.ts';
import { envelopeShape, imageShape, nodeSpecShape, runtimeShape } from './node-shape.ts';
import { exactly, integer, isRecord, nullable, object, oneOf, tableOf, text } from './shape.ts';

/** What node.json holds; written once, before the first artifact of its UUID. */
export interface NodeFile {
  readonly format: 1;
  readonly deploymentId: Uuid;
  readonly uuid: Uuid;
  readonly name: NodeName;
  readonly createdAt: Instant;
  readonly spec: NodeSpec;
  readonly madeFor: SharedPolicy;
  readonly machine: Pick<MachineRecord, 'type' | 'arch' | 'firmware'> | null;
  readonly image: ImageRecord | null;
  readonly sshPort: number | null;
  /** UUID of each data disk, by the identity of the disk within the node. */
  readonly disks: { readonly [disk: string]: Uuid };
}

const nodeFileShape = object<NodeFile>({
  format: exactly(1),
  deploymentId: uuid,
  uuid,
  name: nodeName,
  createdAt: instant,
  spec: nodeSpecShape,
  madeFor: object<SharedPolicy>({ envelope: envelopeShape, runtime: runtimeShape }),
  machine: nullable(
    object<NonNullable<NodeFile['machine']>>({
      type: text(),
      arch: oneOf({ amd64: true, arm64: true }),
      firmware: oneOf({ bios: true, uefi: true }),
    }),
  ),
  image: nullable(imageShape),
  sshPort: nullable(integer(1)),
  disks: tableOf(/^[a-z][a-z0-9-]{0,31}$/, uuid),
});

/** What a node.json says, or what keeps it from being used. */
export function readNodeFile(content: string): NodeFile | { readonly problem: string } {
  const value = parse(content);
  if (!isRecord(value)) return { problem: 'is not a JSON object' };
  const problem = nodeFileShape.problem(value, 'node');
  if (problem !== null) return { problem };
  const file = value as unknown as NodeFile;
  return file.spec.name === file.name ? file : { problem: 'names two nodes' };
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return undefined;
  }
}
