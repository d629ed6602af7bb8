import { lstat } from 'node:fs/promises';
import type { FileLook } from '../ports/node-files.ts';
import { errorCode } from './error-code.ts';
import { fileKind } from './file-kind.ts';
import { readPrivate } from './read-private.ts';

const maxTextBytes = 64 * 1024;

/** What stands under a name. Follows no link, changes nothing. */
export async function lookAtFile(file: string): Promise<FileLook> {
  try {
    const kind = await fileKind(file);
    if (kind === 'absent') return { kind: 'absent' };
    if (kind !== 'file') return { kind: 'other', what: kind };
    const { size } = await lstat(file);
    const text = size > maxTextBytes ? null : await readPrivate(file, { maxBytes: maxTextBytes });
    if (text !== null && !text.ok) return { kind: 'unreadable', detail: 'it cannot be read' };
    return { kind: 'file', sizeBytes: size, text: text?.value ?? null };
  } catch (error) {
    return { kind: 'unreadable', detail: errorCode(error) };
  }
}
