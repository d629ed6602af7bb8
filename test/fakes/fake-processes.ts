import type { ProcessIdentity } from '../../src/core/state/process-identity.ts';
import type { Processes } from '../../src/ports/processes.ts';

export interface FakeProcesses extends Processes {
  /** What `judge` answers for a pid; `alive` when nothing is said. */
  readonly verdicts: Map<number, 'alive' | 'gone' | 'unverifiable'>;
}

export function fakeIdentity(pid: number): ProcessIdentity {
  return {
    machineId: 'machine',
    bootId: 'boot',
    pidNamespace: 'pid:[1]',
    pid,
    startTime: '100',
    executable: '/usr/bin/node',
    argvSha256: null,
  };
}

/** A process table that says what it is told to say. */
export function createFakeProcesses(selfPid = 1000): FakeProcesses {
  const verdicts: FakeProcesses['verdicts'] = new Map();
  return {
    verdicts,
    self: () => fakeIdentity(selfPid),
    inspect: (pid) =>
      verdicts.get(pid) === 'gone' ? { kind: 'absent' } : { kind: 'present', identity: fakeIdentity(pid), argv: [] },
    judge: (recorded) => verdicts.get(recorded.pid) ?? 'alive',
    findByArguments: () => [],
    openFiles: () => null,
  };
}
