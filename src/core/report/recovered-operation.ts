import { noNode } from '../plan/no-node.ts';
import type { JudgedStep } from '../recovery/settle-operation.ts';
import type { Operation } from '../state/operation.ts';
import { unreachable } from '../unreachable.ts';
import { type LeastFor, leastCommand } from './least-command.ts';
import type { RecoveredOperation, RecoveredStep } from './recover-report.ts';

/** An interrupted operation with the verdict on each step that had no end; `document` has the verdicts in it. */
export function recoveredOperation(
  operation: Operation,
  judged: readonly JudgedStep[],
  now: Pick<RecoveredOperation, 'status'> & Pick<LeastFor, 'document'>,
): RecoveredOperation {
  const { id, command } = operation;
  const { status, document } = now;
  return { id, command, status, steps: judged.map((each) => recoveredStep({ operation, document, judged: each })) };
}

function recoveredStep(about: LeastFor): RecoveredStep {
  const { judged } = about;
  const { step, evidence, verdict, accepted } = judged;
  const { action } = step;
  return {
    id: step.id,
    node: action.node === noNode ? null : action.node,
    kind: action.kind,
    recorded: step.state,
    evidence,
    verdict,
    accepted,
    next: nextAfter(about),
    check: verdict === 'manual' ? whatToCheck(judged) : null,
  };
}

function nextAfter(about: LeastFor): readonly string[] | null {
  const { verdict, evidence } = about.judged;
  const again = againWords(about);
  switch (verdict) {
    case 'resolved':
      return ['status'];
    case 'manual':
    case 'stays':
    case 'complete':
      return null;
    case 'retry':
      return evidence.seen.kind === 'unknown' ? ['recover'] : again;
    case 'adopt':
    case 'lost':
    case 'rollback_due':
      return again;
    default:
      return unreachable(verdict);
  }
}

/** Which disk and which snapshot it was, `disk list` says. */
function againWords(about: LeastFor): readonly string[] {
  const { command } = about.operation;
  if (command === 'disk restore' || command === 'disk delete-snapshot') return ['disk', 'list'];
  // A purge has no nodes of its own: it is whole or nothing.
  return command === 'purge' || about.judged.step.action.node === noNode ? [command] : leastCommand(about);
}

/** One sentence for the person who has to look. */
function whatToCheck({ step, evidence }: JudgedStep): string {
  const { node, uuid } = step.action;
  if (evidence.about === 'file') {
    const detail = 'detail' in evidence.seen ? evidence.seen.detail : 'it is not as this step leaves it';
    return `the file that ${step.action.kind} of ${node} makes: ${detail}; move it away if it is not wanted`;
  }
  return `whether a QEMU with -uuid ${uuid} runs anywhere, here, on the machine or in the container that it was started in; end it there, then recover --accept`;
}
