import type { Writable } from 'node:stream';

/** Where a command's output goes. */
export interface Streams {
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
}
