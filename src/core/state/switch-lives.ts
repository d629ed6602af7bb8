import type { StateDocument } from './document.ts';
import type { LifeTarget } from './find-life.ts';
import { giveUpLife } from './give-up-life.ts';

/**
 * The document in which a coming life has become the node's own, in one value: its guest has run, so the kept disks, the
 * name and what was agreed are its; the old life stays on record until its artifacts are removed. Anything but a coming
 * life changes nothing.
 */
export function switchLives(document: StateDocument, { node, uuid }: LifeTarget): StateDocument {
  const replacement = document.replacements[node];
  const old = document.nodes[node];
  const coming = replacement?.coming ?? null;
  if (replacement === undefined || old === undefined || coming?.record.uuid !== uuid) return document;
  const record = { ...coming.record, life: 'committed' as const };
  const going = [...replacement.going, giveUpLife(old, [record])];
  const deployment =
    document.deployment === null
      ? null
      : { ...document.deployment, applied: { ...document.deployment.applied, [node]: coming.applied } };
  return {
    ...document,
    deployment,
    nodes: { ...document.nodes, [node]: record },
    replacements: { ...document.replacements, [node]: { coming: null, going } },
  };
}
