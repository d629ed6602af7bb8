import type { NextCommand } from '../failure-class.ts';
import type { NodeSpec } from '../spec/node-spec.ts';
import type { StateDocument } from '../state/document.ts';
import { keptDisks } from '../state/kept-disks.ts';
import { keptDiskMisfits } from './kept-disk-misfits.ts';

/**
 * The command after which a manifest can be followed although a kept disk does not fit it; none where it would end anything
 * else than this node and disks that do not fit: then only another manifest helps.
 */
export function keptDiskAdvice(
  document: StateDocument,
  spec: Pick<NodeSpec, 'name' | 'disks'>,
): readonly NextCommand[] {
  const unusable = new Set(keptDiskMisfits(spec, document).map(({ diskUuid }) => diskUuid));
  const living = Object.values(document.nodes).filter(({ life }) => life !== 'destroyed');
  const kept = [...document.retained, ...living.flatMap((record) => keptDisks(record))];
  const isAlone = living.every(({ name }) => name === spec.name);
  return isAlone && kept.every(({ diskUuid }) => unusable.has(diskUuid)) ? [['destroy', '--delete-persistent']] : [];
}
