import type { Instant } from '../names.ts';

/** When a disk was last written, by its file below the home; a file that is not there has no time. */
export type LastWritten = ReadonlyMap<string, Instant>;

/** When a disk was last written, for the person who is asked whether it may go. */
export function writtenWords(file: string, written: LastWritten): string {
  const at = written.get(file);
  return at === undefined ? 'not there' : `last written ${at.slice(0, 16).replace('T', ' ')} UTC`;
}
