import { createMemoryStore } from '../../fakes/memory-store.ts';
import { describeStateStore } from './store-contract.ts';

describeStateStore('in memory', () => {
  const store = createMemoryStore({ version: 'contract' });
  return Promise.resolve({ store, reopen: () => store });
});
