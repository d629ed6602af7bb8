import type { DiskRequest } from '../engine/review-disk.ts';
import type { ArgumentSpec, Invocation } from './command.ts';
import { nodeArgument } from './option-specs.ts';

/** A data disk as commands name it. */
export const diskArguments: readonly ArgumentSpec[] = [
  nodeArgument,
  { name: 'disk', required: true, variadic: false, description: 'its mount path, such as /data' },
];

export const snapshotArgument: ArgumentSpec = {
  name: 'snapshot',
  required: true,
  variadic: false,
  description: 'name of the snapshot; disk list shows them',
};

/** What was typed after `disk restore` or `disk delete-snapshot`. */
export function diskRequest({ arguments: typed, options, signal }: Invocation): DiskRequest {
  const [node = '', path = '', snapshot = ''] = typed;
  return { node, path, snapshot, yes: options['yes'] === true, signal };
}
