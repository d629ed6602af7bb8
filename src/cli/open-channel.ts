/** Values on their way from one who makes them to one who takes them; nothing is taken faster than it is wanted. */
export interface Channel<T> {
  /** Resolves once the value was taken, or nobody takes any more. */
  send(value: T): Promise<void>;
  /** No more will be sent. */
  close(): void;
  readonly values: AsyncIterable<T>;
}

interface Waiting<T> {
  readonly value: T;
  readonly taken: () => void;
}

/** Ends when the value was dealt with, or when whoever took it has left. */
function* handOver<T>({ value, taken }: Waiting<T>): Generator<T> {
  try {
    yield value;
  } finally {
    taken();
  }
}

export function openChannel<T>(): Channel<T> {
  const queue: Waiting<T>[] = [];
  let closed = false;
  let left = false;
  let wake = (): void => undefined;
  async function* take(): AsyncGenerator<T> {
    try {
      for (;;) {
        const next = queue.shift();
        if (next !== undefined) yield* handOver(next);
        else if (closed) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      left = true;
      for (const { taken } of queue.splice(0)) taken();
    }
  }
  return {
    send: (value) =>
      left
        ? Promise.resolve()
        : new Promise((taken) => {
            queue.push({ value, taken });
            wake();
          }),
    close() {
      closed = true;
      wake();
    },
    values: take(),
  };
}
