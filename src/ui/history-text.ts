import type { HistoryReport, OperationHistory, PastOperation } from '../core/report/history-report.ts';
import { type Carried, carryOn } from './carry-on.ts';
import { durationWords } from './duration-words.ts';
import { stepTimeline } from './step-timeline.ts';
import { textTable } from './text-table.ts';

/** What was done here, one line for each operation. */
export function historyText({ note, operations, damaged }: HistoryReport): string {
  const rows = operations.map((operation) => [
    operation.id.slice(0, 8),
    operation.startedAt,
    durationWords(operation.durationMs),
    operation.command,
    operation.status,
    `${String(operation.steps.complete)}/${String(operation.steps.all)}`,
    nodesOf(operation),
  ]);
  const table = textTable(['ID', 'STARTED', 'TOOK', 'COMMAND', 'STATUS', 'STEPS', 'NODES'], rows);
  return [
    ...(note === null ? [] : [`note: ${note}`]),
    ...(rows.length === 0 ? ['no operation is on file'] : table),
    ...damaged.map(({ file, problem }) => `warning: ${file}: does not read (${problem})`),
  ].join('\n');
}

function nodesOf({ nodes }: Pick<PastOperation, 'nodes'>): string {
  return nodes.length === 0 ? '-' : nodes.join(', ');
}

/** One operation: what it was given, its steps on a time line, what failed, and how to do it again. */
export function operationHistoryText(past: OperationHistory, carried: Carried): string {
  const { manifest, failedCommand } = past;
  return [
    `operation ${past.id}: ${past.command}, ${past.status}, ${durationWords(past.durationMs)}`,
    `started   ${past.startedAt}`,
    `ended     ${past.endedAt ?? 'not yet'}`,
    `nodes     ${nodesOf(past)}`,
    ...(manifest === null ? [] : [`manifest  ${manifest.path} (sha256 ${manifest.sha256})`]),
    ...(past.inputs === null ? [] : [`inputs    ${past.inputs}`]),
    ...(past.planHash === null ? [] : [`plan      ${past.planHash}`]),
    '',
    ...stepTimeline(past),
    ...past.steps.flatMap(({ id, error }) => (error === null ? [] : [`failed: ${id}: ${error.message}`])),
    ...(failedCommand === null ? [] : failedLines(failedCommand)),
    ...(past.again === null ? [] : [`again: ${carryOn(past.again, { ...carried, file: null })}`]),
  ].join('\n');
}

function failedLines(command: NonNullable<OperationHistory['failedCommand']>): readonly string[] {
  const ended = command.timedOut ? 'took too long' : (command.signal ?? `status ${String(command.exitStatus)}`);
  const said = command.stderr.trimEnd();
  return [
    `command: ${[command.name, ...command.argv].join(' ')} (${ended})`,
    ...(said === '' ? [] : said.split('\n').map((line) => `  ${line}`)),
  ];
}
