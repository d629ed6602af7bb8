import { nodeNamePattern, uuid } from './field-shapes.ts';
import { isRecord } from './shape.ts';
import type { NodeName, Uuid } from '../names.ts';
import type { FolderIdentity } from './unregistered.ts';

/** Whose folder it is, and which data disks go with it, by their UUIDs. */
export interface FolderOwner extends FolderIdentity {
  readonly disks: readonly Uuid[];
}

/** Whose folder it is, from the text of its `node.json`; null for what this program does not write. */
export function readNodeJson(text: string): FolderOwner | null {
  const value = parse(text);
  if (!isRecord(value)) return null;
  const { name, uuid: id, deploymentId, disks } = value;
  if (typeof name !== 'string' || !nodeNamePattern.test(name) || !isUuid(id)) return null;
  return {
    name: name as NodeName,
    uuid: id,
    deploymentId: isUuid(deploymentId) ? deploymentId : null,
    disks: isRecord(disks) ? Object.values(disks).filter(isUuid) : [],
  };
}

function isUuid(value: unknown): value is Uuid {
  return typeof value === 'string' && uuid.problem(value, 'uuid') === null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
