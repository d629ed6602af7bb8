import { appendFileSync } from 'node:fs';
import type { CliPorts } from '../../src/cli/command.ts';
import { compose as composeWhole, type World } from '../../src/cli/compose.ts';
import { ok, type Result } from '../../src/core/result.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Processes } from '../../src/ports/processes.ts';
import type { StateStore } from '../../src/ports/state-store.ts';
import { mortalPorts } from './mortal-ports.ts';

// eslint-disable-next-line no-restricted-syntax -- it stands in for that module, with one function changed
export * from '../../src/cli/compose.ts';

const {
  PADDOCK_HALT_AT: haltAt,
  PADDOCK_CRASH_LOG: log,
  PADDOCK_TAKEN_FOR_GONE: takenForGone,
  PADDOCK_CLOCK_SPEED: speed = '1',
} = process.env;

/**
 * Stands in for cli/compose.ts in a command that another one is to take over. It stops itself (SIGSTOP) at the point that
 * `PADDOCK_HALT_AT` counts, or at the first of that name; writes down each point that it passes; takes the process `PADDOCK_TAKEN_FOR_GONE` for gone whatever it
 * is; and waits `PADDOCK_CLOCK_SPEED` times as fast.
 */
export async function compose(world: World): Promise<Result<CliPorts>> {
  const composed = await composeWhole(world);
  if (!composed.ok) return composed;
  const { store, processes, clock } = composed.value;
  const changed = { store: telling(store), processes: lying(processes), clock: faster(clock) };
  return ok(mortalPorts({ ...composed.value, ...changed }, { reach }));
}

let passed = 0;
let hasHalted = false;

function reach(point: string): Promise<void> {
  passed += 1;
  tell(point);
  const isThere = haltAt === String(passed) || `${point} `.startsWith(`${String(haltAt)} `);
  if (isThere && !hasHalted) {
    hasHalted = true;
    process.kill(process.pid, 'SIGSTOP');
  }
  return Promise.resolve();
}

function tell(line: string): void {
  if (log !== undefined) appendFileSync(log, `${line}\n`);
}

function telling(store: StateStore): StateStore {
  return {
    ...store,
    async commit(...request) {
      const committed = await store.commit(...request);
      if (!committed.ok) for (const { reason } of committed.failures) tell(`commit: ${reason}`);
      return committed;
    },
  };
}

function lying(processes: Processes): Processes {
  return {
    ...processes,
    judge: (recorded) => (String(recorded.pid) === takenForGone ? 'gone' : processes.judge(recorded)),
  };
}

function faster(clock: Clock): Clock {
  const times = Number(speed);
  return {
    ...clock,
    monotonicMs: () => clock.monotonicMs() * times,
    sleep: (ms, signal) => clock.sleep(ms / times, signal),
  };
}
