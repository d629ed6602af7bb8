import { openFileStore } from './open-file-store.ts';

// Runs as a child: commits on top of what is there and dies at the given point.
const [home = '', point = ''] = process.argv.slice(2);
const store = openFileStore(home, {
  faults: {
    before: (reached) => {
      if (reached === point) process.kill(process.pid, 'SIGKILL');
    },
  },
});
const base = await store.read();
if (base.ok && base.value !== null) await store.commit(base.value, base.value);
