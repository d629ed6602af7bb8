import type { NextCommand } from '../core/failure-class.ts';
import { shellQuote } from './shell-quote.ts';

/** What the person typed that a command advised to them must repeat. */
export interface Carried {
  /** Value of `-f`, `-` for stdin, or null. */
  readonly file: string | null;
  /** Value of `--home`, or null. */
  readonly home: string | null;
}

/** Commands that read a manifest; the others work from the state and take no `-f`. */
const manifestReaders = new Set(['validate', 'plan', 'up', 'resize', 'reload', 'recreate']);

/** An advised command as a line to paste, with the manifest and home that this one was given. */
export function carryOn(next: NextCommand, carried: Carried): string {
  const [name, ...rest] = next;
  const words = ['paddock'];
  if (carried.home !== null) words.push('--home', carried.home);
  if (name !== undefined) words.push(name);
  // What was read from stdin cannot be read again.
  if (carried.file !== null && takesManifest(next)) words.push('-f', carried.file === '-' ? 'FILE' : carried.file);
  return shellQuote([...words, ...rest]);
}

/** Whether the command reads a manifest. */
export function takesManifest([name]: NextCommand): boolean {
  return name !== undefined && manifestReaders.has(name);
}
