import { emptyDocument } from '../../../src/core/state/empty-document.ts';
import { openFileStore } from './open-file-store.ts';

// Runs as a child: commits until the goal is reached and prints the versions that it believes are its own.
const [home = '', goal = '0', keep = '5'] = process.argv.slice(2);
const store = openFileStore(home, {
  keep: Number(keep),
  faults: {
    // Now and then a writer sleeps where it hurts: long enough for the others to prune what it builds on.
    before: async (point) => {
      if ((point === 'link' || point === 'check') && Math.random() < 0.01)
        await new Promise((resolve) => setTimeout(resolve, 80));
    },
  },
});

const own: number[] = [];
for (;;) {
  const base = await store.read();
  if (!base.ok) throw new Error(JSON.stringify(base.failures));
  const document = base.value ?? emptyDocument('stress');
  if (document.version >= Number(goal)) break;
  const next = { ...document, fence: { ...document.fence, epoch: document.fence.epoch + 1 } };
  const committed = await store.commit(base.value, next);
  if (committed.ok) own.push(committed.value.version);
  else if (committed.failures[0]?.reason !== 'state_stale') throw new Error(JSON.stringify(committed.failures));
}
process.stdout.write(JSON.stringify(own));
