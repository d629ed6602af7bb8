import { join } from 'node:path';
import type { CommitFaults } from '../../../src/host/commit-state.ts';
import { createIdentifiers } from '../../../src/host/identifiers.ts';
import { createProcesses } from '../../../src/host/processes.ts';
import { createStateStore } from '../../../src/host/state-store.ts';
import type { StateStore } from '../../../src/ports/state-store.ts';

export function openFileStore(home: string, options: { keep?: number; faults?: CommitFaults } = {}): StateStore {
  return createStateStore({
    layout: { absolute: (relative) => join(home, relative) },
    version: 'contract',
    identifiers: createIdentifiers(),
    processes: createProcesses(),
    keep: { versions: options.keep ?? 50, operations: 3 },
    ...(options.faults === undefined ? {} : { faults: options.faults }),
  });
}
