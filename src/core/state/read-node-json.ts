import { nodeNamePattern, uuid } from './field-shapes.ts';
import { isRecord } from './shape.ts';
import type { NodeName, Uuid } from '../names.ts';
import type { FolderIdentity } from './unregistered-folder.ts';

/** Whose folder it is, from the text of its `node.json`; null for what this program does not write. */
export function readNodeJson(text: string): FolderIdentity | null {
  const value = parse(text);
  if (!isRecord(value)) return null;
  const { name, uuid: id } = value;
  if (typeof name !== 'string' || !nodeNamePattern.test(name)) return null;
  if (typeof id !== 'string' || uuid.problem(id, 'uuid') !== null) return null;
  return { name: name as NodeName, uuid: id as Uuid };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
