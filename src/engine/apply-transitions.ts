import type { StateDocument } from '../core/state/document.ts';

/** A change of the document as a pure function. It may run again on a newer document. */
export type Transition = (document: StateDocument) => StateDocument;

export interface Applied {
  readonly document: StateDocument;
  /** What the transition of that index threw; it has changed nothing. */
  readonly bugs: ReadonlyMap<number, unknown>;
}

/** All transitions in their order; one that throws spoils only itself. */
export function applyTransitions(document: StateDocument, transitions: readonly Transition[]): Applied {
  const bugs = new Map<number, unknown>();
  let next = document;
  transitions.forEach((transition, index) => {
    try {
      next = transition(next);
    } catch (bug) {
      bugs.set(index, bug);
    }
  });
  return { document: next, bugs };
}
