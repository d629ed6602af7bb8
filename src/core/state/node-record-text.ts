import { canonicalJson } from '../spec/canonical-json.ts';
import type { Deployment, NodeRecord } from './document.ts';
import type { NodeFile } from './node-file.ts';

/**
 * The text of node.json: who a node folder belongs to, and all that a lost document cannot be rebuilt without. Equal
 * records give equal bytes, whether they were just made or have been read back, because a creation that was interrupted
 * writes it again and takes the same bytes as its own. So nothing is in it that changes in the life of a node.
 */
export function nodeRecordText(record: NodeRecord, deployment: Deployment): string {
  return `${canonicalJson(nodeFile(record, deployment))}\n`;
}

function nodeFile(record: NodeRecord, { id, envelope, runtime }: Deployment): NodeFile {
  const { uuid, name, spec, createdAt, machine, image, sshPort, parts } = record;
  return {
    format: 1,
    deploymentId: id,
    uuid,
    name,
    createdAt,
    spec,
    // The default image may change without the deployment.
    envelope: { subnet: envelope.subnet, user: envelope.user, arch: envelope.arch },
    runtime,
    // The accelerator is chosen anew by every start.
    machine: machine === null ? null : { type: machine.type, arch: machine.arch, firmware: machine.firmware },
    image,
    sshPort,
    disks: Object.fromEntries(
      parts.flatMap(({ disk, diskUuid }) => (disk === null || diskUuid === null ? [] : [[disk, diskUuid]])),
    ),
  };
}
