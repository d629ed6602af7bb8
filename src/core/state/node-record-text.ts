import type { Uuid } from '../names.ts';
import { canonicalJson } from '../spec/canonical-json.ts';
import type { NodeRecord } from './document.ts';

/**
 * The text of node.json: who a node folder belongs to. Equal records give equal bytes, whether they were just made or
 * have been read back, because a creation that was interrupted writes it again and takes the same bytes as its own.
 */
export function nodeRecordText(record: NodeRecord, deploymentId: Uuid): string {
  const { uuid, name, spec } = record;
  return `${canonicalJson({ format: 1, deploymentId, uuid, name, spec })}\n`;
}
