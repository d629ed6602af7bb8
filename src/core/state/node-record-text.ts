import { canonicalJson } from '../spec/canonical-json.ts';
import type { Uuid } from '../names.ts';
import type { NodeRecord } from './document.ts';
import type { NodeFile } from './node-file.ts';

/**
 * The text of node.json: who a node folder belongs to, and all that a lost document cannot be rebuilt without. Equal
 * records give equal bytes, whether they were just made or have been read back, because a creation that was interrupted
 * writes it again and takes the same bytes as its own. So nothing is in it that changes in the life of a node.
 */
export function nodeRecordText(record: NodeRecord, deploymentId: Uuid): string {
  return `${canonicalJson(nodeFile(record, deploymentId))}\n`;
}

function nodeFile(record: NodeRecord, deploymentId: Uuid): NodeFile {
  const { uuid, name, spec, createdAt, madeFor, machine, image, sshPort, parts } = record;
  return {
    format: 1,
    deploymentId,
    uuid,
    name,
    createdAt,
    spec,
    madeFor,
    // The accelerator is chosen anew by every start.
    machine: machine === null ? null : { type: machine.type, arch: machine.arch, firmware: machine.firmware },
    image,
    sshPort,
    disks: Object.fromEntries(
      parts.flatMap(({ disk, diskUuid }) => (disk === null || diskUuid === null ? [] : [[disk, diskUuid]])),
    ),
  };
}
