import { type Failure, failure } from '../core/failure.ts';
import type { Uuid } from '../core/names.ts';
import type { OperationReport } from '../core/report/operation-report.ts';
import type { Result } from '../core/result.ts';
import { carryOn } from '../ui/carry-on.ts';
import { operationDocument } from '../ui/operation-document.ts';
import { operationText } from '../ui/operation-text.ts';
import { carriedByLabFor } from './carried-by-lab.ts';
import type { CommandOutcome, Invocation } from './command.ts';
import { retryCommand } from './retry-command.ts';

/** How a mutating command ended, from what its engine function returned. */
export async function operationOutcome(
  command: string,
  result: Result<OperationReport>,
  typed: Pick<Invocation, 'carried' | 'arguments' | 'options' | 'cwd' | 'reading'> & Kept,
): Promise<CommandOutcome> {
  if (!result.ok) return { kind: 'failed', failures: result.failures, report: null };
  const report = result.value;
  const carried = typed.keptInputs === undefined ? await carriedByLabFor(failuresOf(report), typed) : typed.carried;
  const drawn = { document: operationDocument(report, carried), text: operationText(command, report) };
  const { status } = report;
  if (status === 'complete') return { kind: 'result', exit: 0, ...drawn };
  const failures = failuresOf(report);
  // An interrupted command may have failed at nothing: what it did not get to is pending, not failed.
  const all =
    status === 'cancelled' ? [...failures, failure('interrupted', { command, leaves: 'machines' })] : failures;
  // Where somebody's hand has to come first, the same command would be refused in the same way.
  const again = failures.length > 0 && failures.every(needsHands) ? null : retryCommand(command, report, typed);
  const retry = again === null ? null : carryOn(again, { ...typed.carried, file: fileAgain(report, typed) });
  return { kind: 'failed', failures: all, report: { ...drawn, status, retry } };
}

/** A disk that is not what Paddock made of it stays so until somebody has put it right. */
function needsHands({ reason }: Failure): boolean {
  return reason === 'data_disk_broken' || reason === 'image_chain_broken';
}

function failuresOf({ failures }: OperationReport): readonly Failure[] {
  return failures.map((each) => each.failure);
}

interface Kept {
  /** Where the inputs of an operation are kept, by its id; for commands that read a manifest. */
  readonly keptInputs?: (operationId: Uuid) => string;
}

/** What was read from stdin cannot be read again; what was kept of it can. */
function fileAgain(
  { operationId }: OperationReport,
  { carried: { file }, keptInputs }: Pick<Invocation, 'carried'> & Kept,
): string | null {
  return file === '-' && operationId !== null && keptInputs !== undefined ? keptInputs(operationId) : file;
}
