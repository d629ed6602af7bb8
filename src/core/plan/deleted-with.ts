import type { NodeSpec } from '../spec/node-spec.ts';
import type { StateDocument } from '../state/document.ts';
import { keptDisks } from '../state/kept-disks.ts';
import { keptDiskMisfits } from './kept-disk-misfits.ts';

/**
 * What goes with a kept disk that does not fit the manifest, if a person decides that it shall go: `its_node`, or the whole
 * lab. It is told and never advised: another manifest helps as well, and costs nothing.
 */
export type DeletedWith = 'its_node' | 'every_node';

export function deletedWith(document: StateDocument, spec: Pick<NodeSpec, 'name' | 'disks'>): DeletedWith {
  const unusable = new Set(keptDiskMisfits(spec, document).map(({ diskUuid }) => diskUuid));
  const living = Object.values(document.nodes).filter(({ life }) => life !== 'destroyed');
  const kept = [...document.retained, ...living.flatMap((record) => keptDisks(record))];
  const isAlone = living.every(({ name }) => name === spec.name);
  return isAlone && kept.every(({ diskUuid }) => unusable.has(diskUuid)) ? 'its_node' : 'every_node';
}
