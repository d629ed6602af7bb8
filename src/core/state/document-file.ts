import type { Sha256 } from '../names.ts';
import { canonicalText } from './canonical-text.ts';
import { stateSchema, type StateDocument } from './document.ts';
import { otherLives } from './find-life.ts';
import { documentShape } from './document-shape.ts';
import { isRecord } from './shape.ts';
import { upgradeFields } from './upgrade-fields.ts';

/** What a file of the state folder turned out to hold. */
export type DecodedDocument =
  /** `schema` is that of the file; the document is of the current one. */
  | { readonly kind: 'good'; readonly document: StateDocument; readonly schema: number }
  | { readonly kind: 'newer'; readonly writtenBy: string }
  | { readonly kind: 'damaged'; readonly problem: string };

const head = /^\{"checksum":"([0-9a-f]{64})",/;

/**
 * The canonical JSON that a document's checksum is taken of. Throws on a document that would not read again: that is a
 * bug, and refusing it here keeps the old document the newest.
 */
export function documentJson(document: StateDocument): string {
  const problem = documentShape.problem(document, 'document');
  if (problem !== null) throw new Error(`refusing to write a document that would not read: ${problem}`);
  return canonicalText(document);
}

/** What stands in a document's file in place of the first brace of its JSON. All of it is ASCII. */
export function documentHead(checksum: string): string {
  return `{"checksum":"${checksum}",`;
}

/**
 * One line: the canonical JSON of the document with `checksum` put in front, which is the SHA-256 of that JSON. Canonical,
 * so that equal documents are equal files.
 */
export function encodeDocument(document: StateDocument, sha256: Sha256): string {
  const json = documentJson(document);
  return `${documentHead(sha256(json))}${json.slice(1)}\n`;
}

/**
 * Reads what `encodeDocument` wrote, in this program or an earlier one, and gives it in the current schema. Anything else is
 * damaged, with what is wrong; nothing is repaired or left out.
 */
export function decodeDocument(
  text: string,
  expected: { readonly version: number; readonly sha256: Sha256 },
): DecodedDocument {
  const value = parseJson(text);
  if (!isRecord(value)) return damaged('is not a JSON object');
  // A newer program may have moved the checksum, so its number is looked at first.
  if (typeof value['schema'] === 'number' && value['schema'] > stateSchema)
    return { kind: 'newer', writtenBy: String(value['writtenBy']) };
  const [beginning, checksum] = head.exec(text) ?? [];
  if (beginning === undefined) return damaged('has no checksum');
  if (expected.sha256(`{${text.slice(beginning.length).trimEnd()}`) !== checksum)
    return damaged('the checksum does not match');
  const { checksum: _, ...stored } = value;
  const fields = upgradeFields(stored);
  const problem =
    documentShape.problem(fields, 'document') ?? inconsistency(fields as unknown as StateDocument, expected.version);
  if (problem !== null) return damaged(problem);
  return { kind: 'good', document: fields as unknown as StateDocument, schema: Number(stored['schema']) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function inconsistency(document: StateDocument, version: number): string | null {
  if (document.version !== version) return `holds version ${String(document.version)}`;
  const misplaced = Object.entries(document.nodes).find(([key, node]) => key !== node.name);
  if (misplaced !== undefined) return `document.nodes.${misplaced[0]}: holds ${misplaced[1].name}`;
  const stray = Object.keys(document.replacements).find((key) =>
    otherLives(document, key).some(({ name }) => name !== key),
  );
  return stray === undefined ? null : `document.replacements.${stray}: holds another node`;
}

function damaged(problem: string): DecodedDocument {
  return { kind: 'damaged', problem };
}
