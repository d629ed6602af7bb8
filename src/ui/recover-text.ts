import type { RecoveredOperation, RecoveredStep, RecoverReport } from '../core/report/recover-report.ts';
import { type Carried, carryOn } from './carry-on.ts';
import { textTable } from './text-table.ts';

/** What an interrupted operation left, for people: a row for each step that had no end, then what there is to do. */
export function recoverText({ dryRun, operations }: RecoverReport, carried: Carried): string {
  if (operations.length === 0) return 'nothing was interrupted';
  return operations.flatMap((operation) => operationLines(operation, { dryRun, carried })).join('\n');
}

function operationLines(
  operation: RecoveredOperation,
  { dryRun, carried }: { readonly dryRun: boolean; readonly carried: Carried },
): readonly string[] {
  const { id, command, status, steps } = operation;
  const rows = steps.map((step) => [
    step.node ?? '-',
    step.kind,
    step.recorded,
    evidenceWords(step),
    step.accepted ? `${step.verdict} (accepted)` : step.verdict,
    step.next === null ? '' : carryOn(step.next, carried),
  ]);
  const wouldBe = dryRun ? 'would be' : 'is';
  const ending =
    status === 'closed' ? `${wouldBe} settled: the next command begins from facts` : `${wouldBe} still open`;
  return [
    `operation ${id} (${command})`,
    ...(rows.length === 0 ? [] : textTable(['NODE', 'STEP', 'RECORDED', 'SEEN', 'VERDICT', 'NEXT'], rows)),
    ...steps.flatMap((step) => (step.check === null ? [] : [`check: ${step.id}: ${step.check}`])),
    `it ${ending}`,
  ];
}

function evidenceWords({ evidence }: RecoveredStep): string {
  const { seen } = evidence;
  if (evidence.about === 'nothing') return '-';
  if ('why' in seen) return `${seen.kind}: ${seen.why}`;
  return `${evidence.about} ${seen.kind}${seen.kind === 'running' && seen.paused ? ' (paused)' : ''}`;
}
