import type { StateDocument } from './document.ts';
import type { LifeTarget } from './find-life.ts';

/** The document without a life that is not the node's own: nothing of it is left. */
export function forgetLife(document: StateDocument, { node, uuid }: LifeTarget): StateDocument {
  const replacement = document.replacements[node];
  if (replacement === undefined) return document;
  const coming = replacement.coming?.record.uuid === uuid ? null : replacement.coming;
  const going = replacement.going.filter((record) => record.uuid !== uuid);
  const { [node]: _, ...others } = document.replacements;
  const replacements = coming === null && going.length === 0 ? others : { ...others, [node]: { coming, going } };
  return { ...document, replacements };
}
