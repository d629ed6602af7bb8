import type { NodeRecord } from '../state/document.ts';
import type { ShareWay } from './share-way.ts';

/** How the shares of a node's VM come into it, as the step that prepared them recorded; one that says nothing has servers. */
export function wayOfShares({ parts }: Pick<NodeRecord, 'parts'>): ShareWay {
  const part = parts.find(({ kind }) => kind === 'shares');
  return part?.outputs['way'] === '9p' ? '9p' : 'virtiofs';
}
