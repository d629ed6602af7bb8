import { noNode } from '../plan/no-node.ts';
import type { JudgedStep } from '../recovery/settle-operation.ts';
import type { Operation } from '../state/operation.ts';
import { unreachable } from '../unreachable.ts';
import type { RecoveredOperation, RecoveredStep } from './recover-report.ts';

/** An interrupted operation with the verdict on each step that had no end. */
export function recoveredOperation(
  operation: Operation,
  judged: readonly JudgedStep[],
  status: RecoveredOperation['status'],
): RecoveredOperation {
  const { id, command } = operation;
  return { id, command, status, steps: judged.map((each) => recoveredStep(operation, each)) };
}

function recoveredStep(operation: Operation, judged: JudgedStep): RecoveredStep {
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
    next: nextAfter(operation, judged),
    check: verdict === 'manual' ? whatToCheck(judged) : null,
  };
}

function nextAfter({ command }: Operation, { step, verdict, evidence }: JudgedStep): readonly string[] | null {
  const again = againWords(command, step.action);
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
function againWords(command: Operation['command'], { node }: JudgedStep['step']['action']): readonly string[] {
  if (command === 'disk restore' || command === 'disk delete-snapshot') return ['disk', 'list'];
  return node === noNode ? [command] : [command, node];
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
