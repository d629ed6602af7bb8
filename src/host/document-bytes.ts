import type { StateDocument } from '../core/state/document.ts';
import { documentHead, documentJson } from '../core/state/document-file.ts';
import type { Identifiers } from '../ports/identifiers.ts';

/**
 * The same file as encodeDocument tells, and its beginning up to the end of the checksum; but the text goes into bytes only
 * once, which is most of what a commit costs besides its two syncs. Throws as encodeDocument does.
 */
export function documentBytes(
  document: StateDocument,
  { sha256 }: Pick<Identifiers, 'sha256'>,
): { readonly head: string; readonly bytes: Uint8Array } {
  const json = Buffer.from(`${documentJson(document)}\n`);
  const head = documentHead(sha256(json.subarray(0, -1)));
  return { head, bytes: Buffer.concat([Buffer.from(head), json.subarray(1)]) };
}
