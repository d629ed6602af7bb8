import { type DescribedFailure, describeFailure } from '../core/failure-text.ts';
import type { FailureClass } from '../core/failure-class.ts';
import { adviceInOrder } from '../core/plan/advice-in-order.ts';
import type { Failure } from '../core/failure.ts';
import type { FailedCommand } from '../core/state/part.ts';
import { type Carried, carryOn } from './carry-on.ts';
import { overallClass } from './overall-class.ts';

/** One failure in structured output; the failed command as a whole has the same keys. */
export interface FailureDocument {
  readonly error: FailureClass;
  readonly reason: string;
  readonly message: string;
  readonly nodes: readonly string[];
  readonly next: readonly string[];
  readonly left: DescribedFailure['left'];
  readonly operationId: string | null;
  readonly command: FailedCommand | null;
}

export interface FailedDocument extends FailureDocument {
  /** Every failure; the first of the most severe class also stands at the top. */
  readonly failures: readonly FailureDocument[];
}

/** The structured form of a failed command. `failures` is never empty. */
export function failedDocument(failures: readonly Failure[], carried: Carried): FailedDocument {
  const documents = failures.map((failure) => failureDocument(failure, carried));
  const error = overallClass(documents.map((document) => document.error));
  const first = documents.find((document) => document.error === error);
  if (first === undefined) throw new Error('a failed command has at least one failure');
  const next = adviceInOrder(failures.flatMap((failure) => describeFailure(failure).next));
  return {
    ...first,
    nodes: [...new Set(documents.flatMap(({ nodes }) => nodes))],
    next: next.map((each) => carryOn(each, carried)),
    failures: documents,
  };
}

/** The structured form of one failure. */
export function failureDocument(failure: Failure, carried: Carried): FailureDocument {
  const described = describeFailure(failure);
  return {
    error: described.class,
    reason: described.reason,
    message: described.message,
    nodes: nodesOf(failure),
    next: described.next.map((next) => carryOn(next, carried)),
    left: described.left,
    operationId: 'operationId' in failure ? failure.operationId : null,
    command: programOf(failure),
  };
}

/** The program that failed, when the failure is about one. */
function programOf(failure: Failure): FailedCommand | null {
  return 'command' in failure && typeof failure.command === 'object' ? failure.command : null;
}

function nodesOf(failure: Failure): readonly string[] {
  if ('nodes' in failure) return failure.nodes;
  return 'node' in failure ? [failure.node] : [];
}
