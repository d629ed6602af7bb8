import type { MutatingCommand } from '../plan/grant.ts';
import { natureOf } from './judge-step.ts';
import type { JudgedStep } from './settle-operation.ts';

/** Commands that end VMs may finish what another of them began; anything else would work against it. */
const ends: ReadonlySet<MutatingCommand> = new Set(['stop', 'restart', 'reload', 'recreate', 'destroy', 'purge']);

export interface Closing {
  /** The command that goes on from here; `recover` goes on with nothing. */
  readonly by: MutatingCommand | 'recover';
  /** The command that was interrupted. */
  readonly interrupted: MutatingCommand;
}

/** Whether the step has an answer that lets this command begin an operation of its own. */
export function mayClose({ step, verdict, evidence }: JudgedStep, { by, interrupted }: Closing): boolean {
  switch (verdict) {
    case 'resolved':
    case 'manual':
      return false;
    case 'retry': {
      if (by === 'recover' || evidence.seen.kind === 'unknown') return false;
      // Its guest may be shutting down at this very moment: a start would find it running and go wrong after it.
      const isEnding = natureOf[step.action.kind] === 'stops_vm' || natureOf[step.action.kind] === 'starts_vm';
      return !isEnding || ends.has(by) || by === interrupted;
    }
    default:
      return true;
  }
}
