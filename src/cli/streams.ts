import type { Readable, Writable } from 'node:stream';

/** The three streams of a command. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly rows?: number; readonly columns?: number };
}
