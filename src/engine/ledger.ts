import { ok, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import { releaseFence } from '../core/state/fence.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventSink } from '../ports/event-sink.ts';
import type { StateStore, WhenFull } from '../ports/state-store.ts';
import type { Place } from '../ports/waiting-room.ts';
import type { Transition } from './apply-transitions.ts';
import { createBatcher } from './batch.ts';
import { FencedCommitter, type CommitOutcome } from './fenced-committer.ts';

/** The document under the fence of this command: the one place through which it is changed. */
export interface Ledger {
  /** As last committed. */
  readonly document: StateDocument;
  /**
   * Resolves once the change would survive power loss. Changes asked for while a commit is on its way share the next one.
   * `fenced` when another command has taken over, from then on for every change. After `disk_full` and other write errors
   * the document is the old one and a later commit may work; after `state_not_durable` the change is published all the
   * same. A transition that throws rejects its own caller alone; one that changes nothing costs no commit.
   */
  commit(transition: Transition): Promise<Result<StateDocument>>;
  /** `fenced` when another command has taken over, read just now; commits nothing. */
  stillOwned(): Promise<Result<void>>;
  /** Which owner this command is, for what is written beside the document. */
  readonly token: string;
  /** Lets the fence go and leaves the waiting room; nothing can be committed afterwards. */
  release(): Promise<Result<void>>;
  /** What its commits do on a full file system. */
  readonly whenFull: WhenFull;
  readonly clock: Clock;
  readonly events: EventSink;
}

export interface LedgerOptions {
  readonly store: StateStore;
  readonly clock: Clock;
  readonly events: EventSink;
  /** The document in which this command became the owner. */
  readonly document: StateDocument;
  readonly token: string;
  readonly place: Place | null;
  /** `fail` when it is not said. */
  readonly whenFull?: WhenFull;
}

export function createLedger(options: LedgerOptions): Ledger {
  const { whenFull = 'fail' } = options;
  const committer = new FencedCommitter({ ...options, whenFull });
  const enqueue = createBatcher<Transition, CommitOutcome>((transitions) => committer.commit(transitions));
  const commit = async (transition: Transition): Promise<Result<StateDocument>> => {
    const outcome = await enqueue(transition);
    if ('bug' in outcome) throw outcome.bug;
    return outcome.result;
  };
  return {
    get document() {
      return committer.document;
    },
    commit,
    stillOwned: () => committer.stillOwned(),
    token: options.token,
    async release() {
      const released = await commit(releaseFence);
      committer.close();
      await options.place?.leave();
      return released.ok ? ok(undefined) : released;
    },
    whenFull,
    clock: options.clock,
    events: options.events,
  };
}
