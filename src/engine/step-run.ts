import { failure } from '../core/failure.ts';
import type { Action } from '../core/plan/action.ts';
import { describeFailure } from '../core/failure-text.ts';
import { fail, ok, type Failed, type Result } from '../core/result.ts';
import type { Part, StepError, StepState } from '../core/state/part.ts';
import { stepError } from '../core/state/step-error.ts';
import { completeStep, failStep, putOffStep, recordOutputs, startStep } from '../core/state/step-transitions.ts';
import type { Transition } from './apply-transitions.ts';
import type { Ledger } from './ledger.ts';

/** What an effect found out, to be recorded together with the state of its step. */
export interface Facts {
  /** Joins the outputs of the part. */
  readonly outputs?: Part['outputs'];
  /** Whatever else changes with it: identity, ports, the life of the node. */
  readonly change?: Transition;
}

/** The commits of one step, each told to the event sink once it is durable. */
export class StepRun {
  readonly #ledger: Ledger;
  readonly #step: { readonly id: string; readonly action: Action };

  constructor(ledger: Ledger, step: { readonly id: string; readonly action: Action }) {
    this.#ledger = ledger;
    this.#step = step;
  }

  start(): Promise<Result<void>> {
    const at = { step: this.#step.id, at: this.#ledger.clock.now() };
    return this.#commit('running', (document) => startStep(document, at));
  }

  record(facts: Facts): Promise<Result<void>> {
    return this.#commit(null, this.#apply(facts));
  }

  async complete<T extends Facts>(facts: T): Promise<Result<T>> {
    const at = { step: this.#step.id, at: this.#ledger.clock.now() };
    const apply = this.#apply(facts);
    const committed = await this.#commit('complete', (document) => completeStep(apply(document), at));
    if (committed.ok) return ok(facts);
    if (isPublished(committed)) {
      // No barrier: the record says it, and the next commit makes it durable or fails. Lost until then, it is judged again.
      for (const each of committed.failures) this.#warn(describeFailure(each).message);
      this.#emit('complete');
      return ok(facts);
    }
    return fail(...committed.failures, failure('outcome_unrecorded', { step: this.#step.id }));
  }

  /** The failure that ended the effect, and what kept it from going on record, if anything did. */
  async fail(failed: Failed): Promise<Failed> {
    const [first] = failed.failures;
    // The record is another command's by now.
    if (first?.reason === 'fenced') return failed;
    if (first === undefined) throw new Error(`step ${this.#step.id} failed without a failure`);
    const committed = this.#calledOff(failed)
      ? await this.#commit('pending', (document) => putOffStep(document, this.#step.id))
      : await this.#commitError(stepError(first));
    return committed.ok ? failed : fail(...failed.failures, ...committed.failures);
  }

  /** Only what finds out by itself how far it came can be called off without a trace. */
  #calledOff(failed: Failed): boolean {
    const interrupted = failed.failures.every((each) => each.reason === 'interrupted');
    const { kind } = this.#step.action;
    return interrupted && (kind === 'set_up_guest' || kind === 'introduce_peers');
  }

  async recordBug(bug: unknown): Promise<void> {
    await this.#commitError({ reason: 'internal_error', message: String(bug), command: null });
  }

  #commitError(error: StepError): Promise<Result<void>> {
    const at = { step: this.#step.id, at: this.#ledger.clock.now() };
    return this.#commit('error', (document) => failStep(document, at, error));
  }

  #apply(facts: Facts): Transition {
    return (document) => {
      const known = recordOutputs(document, this.#step.id, facts.outputs ?? {});
      return facts.change?.(known) ?? known;
    };
  }

  async #commit(state: StepState | null, transition: Transition): Promise<Result<void>> {
    const committed = await this.#ledger.commit(transition);
    if (!committed.ok) return committed;
    if (state !== null) this.#emit(state);
    return ok(undefined);
  }

  #warn(text: string): void {
    this.#ledger.events.emit({ kind: 'warning', node: this.#step.action.node, text });
  }

  #emit(state: StepState): void {
    const { action } = this.#step;
    this.#ledger.events.emit({
      kind: 'step_changed',
      node: action.node,
      action: action.kind,
      disk: 'disk' in action ? action.disk : null,
      state,
    });
  }
}

function isPublished({ failures }: Failed): boolean {
  return failures.every((each) => each.reason === 'state_not_durable');
}
