import { base64Lines } from './base64.ts';
import { latin1 } from './latin1.ts';
import { userDataKind } from './user-data-kind.ts';
import { encodeUtf8 } from './utf8.ts';

/** Our own share of what a guest is told, as two #cloud-config documents. */
export interface OwnParts {
  /** The user's file wins where both name a key; lists are joined. */
  readonly yielding: string;
  /** What the guest is reached and known by: ours wins, whole keys at a time. */
  readonly insisting: string;
}

/**
 * The user's file and our own documents as one user-data file. cloud-init merges #cloud-config parts in the order in which
 * they come, each by its own Merge-Type; ours come last, so that no merge_how of the user's file governs them.
 * Format: RFC 2046; merging as in cloud-init 22 and newer, cloudinit/handlers/cloud_config.py.
 */
export function multipartUserData(file: Uint8Array, own: OwnParts): Uint8Array {
  const text = latin1(file);
  const boundary = unusedBoundary(text);
  const head = `Content-Type: multipart/mixed; boundary="${boundary}"\nMIME-Version: 1.0\n\n--${boundary}\n`;
  const ours = [
    cloudConfig(own.yielding, 'list(append)+dict(no_replace,recurse_list)+str()'),
    cloudConfig(own.insisting, 'dict(replace)+list()+str()'),
  ].map((part) => `\n--${boundary}\n${part}`);
  return joined([encodeUtf8(head), userPart(file, text), encodeUtf8(`${ours.join('')}\n--${boundary}--\n`)]);
}

/** A file that is mail itself becomes a part as it stands; any other is kept byte by byte in base64. */
function userPart(file: Uint8Array, text: string): Uint8Array {
  if (userDataKind(text) === 'multipart') return file.subarray(text.length - text.trimStart().length);
  const headers = [
    // cloud-init looks at the first line of a plain part for what it is.
    'Content-Type: text/plain; charset="utf-8"',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="user-data"',
  ];
  return encodeUtf8(`${headers.join('\n')}\n\n${base64Lines(file)}`);
}

function cloudConfig(document: string, mergeType: string): string {
  return `Content-Type: text/cloud-config\nMerge-Type: ${mergeType}\n\n${document}`;
}

function unusedBoundary(text: string): string {
  let number = 1;
  while (text.includes(`paddock-${String(number)}`)) number += 1;
  return `paddock-${String(number)}`;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
