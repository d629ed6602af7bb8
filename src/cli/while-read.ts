import type { Streams } from './streams.ts';
import { watchReader } from './watch-reader.ts';

/** The chunks of a source that may be silent for long, up to its end or, soon after, that of the stream's reader. */
export async function* whileRead<T>(source: AsyncIterable<T>, stream: Streams['stdout']): AsyncGenerator<T> {
  const chunks = source[Symbol.asyncIterator]();
  let stop = (): void => undefined;
  const gone = new Promise<IteratorReturnResult<undefined>>((resolve) => {
    stop = watchReader(stream, () => {
      // As an iterator's end.
      resolve({ done: true, value: undefined });
    });
  });
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), gone]);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    stop();
    // Not waited for: a source that is in the middle of a wait ends after it.
    void chunks.return?.().catch(() => undefined);
  }
}
