import type { Writable } from 'node:stream';

/** How a write ended. Nobody reading is no trouble of the command's; anything else means that what it said is lost. */
export type WriteEnd = 'written' | 'unread' | { readonly lost: string };

/** Writes and waits until the stream took it all. */
export async function writeAll(stream: Writable, text: string): Promise<WriteEnd> {
  // A device that fills up takes a part without a word; only the write after it fails, so the last character waits.
  const begun = await writeOnce(stream, text.slice(0, -1));
  return begun === 'written' ? writeOnce(stream, text.slice(-1)) : begun;
}

function writeOnce(stream: Writable, text: string): Promise<WriteEnd> {
  if (stream.errored !== null) return Promise.resolve(endOf(stream.errored));
  if (stream.destroyed) return Promise.resolve('unread');
  return new Promise((resolve) => {
    stream.write(text, (error) => {
      resolve(error === null || error === undefined ? 'written' : endOf(error));
    });
  });
}

/** The codes of a reader that went away before or while it was written to. */
const unreadCodes: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);

function endOf(error: Error): WriteEnd {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.message;
  return unreadCodes.has(code) ? 'unread' : { lost: code };
}
