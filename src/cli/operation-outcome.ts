import { failure } from '../core/failure.ts';
import type { OperationReport } from '../core/report/operation-report.ts';
import type { Result } from '../core/result.ts';
import { operationDocument } from '../ui/operation-document.ts';
import { operationText } from '../ui/operation-text.ts';
import type { CommandOutcome, Invocation } from './command.ts';

/** How a mutating command ended, from what its engine function returned. */
export function operationOutcome(
  command: string,
  result: Result<OperationReport>,
  { carried }: Pick<Invocation, 'carried'>,
): CommandOutcome {
  if (!result.ok) return { kind: 'failed', failures: result.failures, report: null };
  const report = result.value;
  const drawn = { document: operationDocument(report, carried), text: operationText(command, report) };
  const { status } = report;
  if (status === 'complete') return { kind: 'result', exit: 0, ...drawn };
  const failures = report.failures.map((each) => each.failure);
  // An interrupted command may have failed at nothing: what it did not get to is pending, not failed.
  const all = status === 'cancelled' ? [...failures, failure('interrupted', { command })] : failures;
  return { kind: 'failed', failures: all, report: { ...drawn, status } };
}
