import { desiredSetUp, type DesiredSetUp } from '../../core/guest/desired-set-up.ts';
import { appliedLab } from '../../core/guest/wanted-lab.ts';
import type { Instant } from '../../core/names.ts';
import { ok, type Result } from '../../core/result.ts';
import type { GuestWork, ReadyGuest } from '../../ports/guest.ts';
import { recordOf, type NodeContext } from '../node-context.ts';
import { beginSetUp, type BegunSetUp, limitOf, outcomeOf, type SetUpOutcome } from './run-set-up.ts';

/** A set-up of one guest: what it is to be asked for once it is ready, and what came of that. */
export interface SetUpWork {
  readonly work: GuestWork;
  /** Fails like `runSetUp`. */
  readonly end: (ready: ReadyGuest) => Promise<Result<SetUpEnd>>;
}

export interface SetUpEnd {
  readonly readyAt: Instant;
  readonly desired: DesiredSetUp;
  readonly outcome: SetUpOutcome;
}

/** `runSetUp` in the very login that shows the guest ready. What is wanted is asked then: its peers may have got keys by now. */
export function setUpWork(context: NodeContext, user: string): SetUpWork {
  const { clock, identifiers } = context.ports;
  const record = recordOf(context);
  let begun: (BegunSetUp & Omit<SetUpEnd, 'outcome'>) | null = null;
  return {
    work: {
      script: 'set-up',
      limitMs: limitOf(context),
      async input(seen) {
        const readyAt = clock.now();
        const { document } = context.ledger;
        const lab = context.lab ?? appliedLab(document);
        const desired = desiredSetUp(record, { document, lab, sha256: identifiers.sha256 });
        begun = { readyAt, desired, ...(await beginSetUp(context, { user, desired, seen })) };
        return begun.input;
      },
    },
    async end({ ran }) {
      if (begun === null) throw new Error(`the guest of ${context.name} is ready and was not looked at`);
      const { readyAt, desired, otherwise } = begun;
      const outcome = ran === null ? ok(otherwise) : await outcomeOf(context, ran, otherwise.stages);
      return outcome.ok ? ok({ readyAt, desired, outcome: outcome.value }) : outcome;
    },
  };
}
