import { failure } from '../core/failure.ts';
import { fail, ok, type Failed, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import { holdsFence } from '../core/state/fence.ts';
import type { StateStore, WhenFull } from '../ports/state-store.ts';
import type { Place } from '../ports/waiting-room.ts';
import { applyTransitions, type Transition } from './apply-transitions.ts';

/** Commits that are taken by surprise look again at the document, so many times for one batch. */
const mostTries = 3;

export type CommitOutcome = { readonly result: Result<StateDocument> } | { readonly bug: unknown };

interface CommitterOptions {
  readonly store: StateStore;
  readonly document: StateDocument;
  readonly token: string;
  readonly place: Place | null;
  readonly whenFull: WhenFull;
}

/** Commits batches of changes for the owner of one fence; calls must not overlap. */
export class FencedCommitter {
  document: StateDocument;
  readonly #options: CommitterOptions;
  #lost: Failed | null = null;
  #placeChecked = false;

  constructor(options: CommitterOptions) {
    this.#options = options;
    this.document = options.document;
  }

  /** One outcome for each transition. */
  async commit(transitions: readonly Transition[]): Promise<readonly CommitOutcome[]> {
    await this.#checkPlace();
    let applied = applyTransitions(this.document, transitions);
    let result = await this.#tryCommit(applied.document);
    for (let tries = 1; tries < mostTries && hasReason(result, 'state_stale'); tries += 1) {
      await this.#lookAgain();
      applied = applyTransitions(this.document, transitions);
      result = await this.#tryCommit(applied.document);
    }
    // Published but not durable: the next commit has to build on it.
    if (hasReason(result, 'state_not_durable')) await this.#lookAgain();
    return transitions.map((_, index) => (applied.bugs.has(index) ? { bug: applied.bugs.get(index) } : { result }));
  }

  /** Reads only: a commit that is under way meanwhile is one of this owner. */
  async stillOwned(): Promise<Result<void>> {
    if (this.#lost === null) {
      const read = await this.#options.store.read();
      if (!read.ok) return read;
      if (read.value === null || !holdsFence(read.value, this.#options.token)) this.#lose(read.value);
    }
    return this.#lost ?? ok(undefined);
  }

  /** After the fence was let go. */
  close(): void {
    this.#lost ??= fail(failure('fenced', { epoch: this.document.fence.epoch }));
  }

  async #tryCommit(next: StateDocument): Promise<Result<StateDocument>> {
    if (this.#lost !== null) return this.#lost;
    if (next === this.document) return ok(next);
    const { store, whenFull } = this.#options;
    const committed = await store.commit(this.document, next, { whenFull });
    if (committed.ok) this.document = committed.value;
    return committed;
  }

  /** The room grants nothing and takes nothing: a disturbed place only means that the fence is looked at once more. */
  async #checkPlace(): Promise<void> {
    if (this.#placeChecked || this.#options.place?.compromised() !== true) return;
    this.#placeChecked = true;
    await this.#lookAgain();
  }

  async #lookAgain(): Promise<void> {
    const read = await this.#options.store.read();
    if (!read.ok) {
      this.#lost = read;
    } else if (read.value === null || !holdsFence(read.value, this.#options.token)) {
      this.#lose(read.value);
    } else {
      this.document = read.value;
    }
  }

  #lose(newest: StateDocument | null): void {
    this.#lost = fail(failure('fenced', { epoch: newest?.fence.epoch ?? 0 }));
  }
}

function hasReason(result: Result<unknown>, reason: 'state_stale' | 'state_not_durable'): boolean {
  return !result.ok && result.failures.some((each) => each.reason === reason);
}
