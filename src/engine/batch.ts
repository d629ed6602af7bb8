interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (bug: unknown) => void;
}

/**
 * Runs one batch at a time: what is asked for in the same turn, or while a batch is on its way, shares the next one in its
 * order. `run` returns one outcome for each item.
 */
export function createBatcher<Item, Outcome>(
  run: (items: readonly Item[]) => Promise<readonly Outcome[]>,
): (item: Item) => Promise<Outcome> {
  let queue: Waiting<Item, Outcome>[] = [];
  let draining = false;
  const drain = async (): Promise<void> => {
    draining = true;
    await Promise.resolve();
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      await runBatch(batch, run);
    }
    draining = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (!draining) void drain();
    });
}

async function runBatch<Item, Outcome>(
  batch: readonly Waiting<Item, Outcome>[],
  run: (items: readonly Item[]) => Promise<readonly Outcome[]>,
): Promise<void> {
  try {
    const outcomes = await run(batch.map((waiting) => waiting.item));
    outcomes.forEach((outcome, index) => batch[index]?.resolve(outcome));
  } catch (bug) {
    for (const waiting of batch) waiting.reject(bug);
  }
}
