import { hasReader } from './has-reader.ts';
import type { Streams } from './streams.ts';

const lookMs = 200;

/** The chunks of a source that may be silent for long, up to its end or, within a moment, that of the stream's reader. */
export async function* whileRead<T>(source: AsyncIterable<T>, stream: Streams['stdout']): AsyncGenerator<T> {
  const chunks = source[Symbol.asyncIterator]();
  const gone = watch(stream);
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), gone.promise]);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    gone.stop();
    // Not waited for: a source that is in the middle of a wait ends after it.
    void chunks.return?.().catch(() => undefined);
  }
}

/** Resolves as an iterator's end does, when the reader is gone. */
function watch(stream: Streams['stdout']) {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<IteratorReturnResult<undefined>>((resolve) => {
    timer = setInterval(() => {
      if (!hasReader(stream)) resolve({ done: true, value: undefined });
    }, lookMs);
  });
  return {
    promise,
    stop: () => {
      clearInterval(timer);
    },
  };
}
