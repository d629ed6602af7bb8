import type { Action } from '../core/plan/action.ts';
import type { Authorized } from '../core/plan/grant.ts';
import { ok, type Result } from '../core/result.ts';
import type { Running, Step } from '../core/state/running.ts';
import type { Ledger } from './ledger.ts';
import { StepRun, type Facts } from './step-run.ts';

/** Records facts while the effect is under way, and returns once they would survive power loss. */
export type RecordFacts = (facts: Facts) => Promise<Result<void>>;

/**
 * Commits the start barrier of the step, then runs the effect with the only value that opens a driver, then commits how
 * it ended. An effect whose barrier could not be committed is never called. `outcome_unrecorded` when the effect has
 * succeeded and the record still says `running`; if this process dies in between it says so too, and recovery judges it.
 * A bug in the effect is recorded as an error of the step and thrown on.
 */
export async function withRunning<A extends Action, T extends Facts>(
  ledger: Ledger,
  step: Step<Authorized<A>>,
  effect: (running: Running<A>, record: RecordFacts) => Promise<Result<T>>,
): Promise<Result<T>> {
  const run = new StepRun(ledger, step);
  const started = await run.start();
  if (!started.ok) return started;
  try {
    const running = { ...step.action, stillOwned: () => ledger.stillOwned() } as unknown as Running<A>;
    const result = await effect(running, (facts) => run.record(facts));
    return result.ok ? await run.complete(result.value) : await run.fail(result);
  } catch (bug) {
    await run.recordBug(bug);
    throw bug;
  }
}

/**
 * An action whose beginning stands on file, as an operation, where no commit can hold it: only for a stop while the
 * document cannot be written on. Precondition: that file is durable.
 */
export function begunOnFile<A extends Extract<Action, { readonly kind: 'stop_vm' }>>(
  action: Authorized<A>,
): Running<A> {
  // Without a document there is no owner either.
  return { ...action, stillOwned: () => Promise.resolve(ok(undefined)) } as unknown as Running<A>;
}
