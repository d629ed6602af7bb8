import type { Writable } from 'node:stream';

/** Writes and waits until the stream took it; false when nobody reads any more, which is no trouble of the command's. */
export function writeAll(stream: Writable, text: string): Promise<boolean> {
  if (stream.destroyed || stream.errored !== null) return Promise.resolve(false);
  return new Promise((resolve) => {
    stream.write(text, (error) => {
      resolve(error === null || error === undefined);
    });
  });
}
