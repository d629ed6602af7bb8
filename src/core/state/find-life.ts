import type { NodeName, Uuid } from '../names.ts';
import type { NodeRecord, StateDocument } from './document.ts';

/** One life of one node. */
export interface LifeTarget {
  readonly node: NodeName;
  readonly uuid: Uuid;
}

/** Every life that is recorded: those of the nodes, then those that are being made and those that are to go. */
export function livesOf(document: StateDocument): readonly NodeRecord[] {
  return [
    ...Object.values(document.nodes),
    ...Object.keys(document.replacements).flatMap((name) => otherLives(document, name)),
  ];
}

/** The lives of a node besides its own. */
export function otherLives(document: StateDocument, name: string): readonly NodeRecord[] {
  const replacement = Object.hasOwn(document.replacements, name) ? document.replacements[name] : undefined;
  if (replacement === undefined) return [];
  return [...(replacement.coming === null ? [] : [replacement.coming.record]), ...replacement.going];
}

/** The record of exactly this life; undefined when it is not recorded any more. */
export function findLife(document: StateDocument, { node, uuid }: LifeTarget): NodeRecord | undefined {
  const own = Object.hasOwn(document.nodes, node) ? document.nodes[node] : undefined;
  return own?.uuid === uuid ? own : otherLives(document, node).find((record) => record.uuid === uuid);
}
