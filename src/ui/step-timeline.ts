import type { OperationHistory, PastStep } from '../core/report/history-report.ts';
import { durationWords } from './duration-words.ts';
import { textTable } from './text-table.ts';

/** Cells that a whole operation takes. */
const width = 40;

/** The steps of an operation, each with a bar where it lies between the beginning and the end of the whole. */
export function stepTimeline({
  startedAt,
  endedAt,
  steps,
}: Pick<OperationHistory, 'startedAt' | 'endedAt' | 'steps'>): readonly string[] {
  if (steps.length === 0) return [];
  const from = Date.parse(startedAt);
  const ends = [endedAt, ...steps.flatMap((step) => [step.startedAt, step.endedAt])];
  const to = Math.max(from + 1, ...ends.flatMap((at) => (at === null ? [] : [Date.parse(at)])));
  const rows = steps.map((step) => [
    step.node ?? '-',
    step.disk === null ? step.kind : `${step.kind} (${step.disk})`,
    step.state,
    durationWords(step.durationMs),
    bar(step, { from, to }),
  ]);
  return textTable(['NODE', 'STEP', 'STATE', 'TOOK', `0${durationWords(to - from).padStart(width)}`], rows);
}

/** `·` before it began, `█` while it ran, open to the right when its end is not known. */
function bar(step: PastStep, { from, to }: { readonly from: number; readonly to: number }): string {
  if (step.startedAt === null) return '';
  const cell = (at: string): number => {
    const share = (Date.parse(at) - from) / (to - from);
    return Math.min(width - 1, Math.max(0, Math.floor(share * width)));
  };
  const begin = cell(step.startedAt);
  const end = step.endedAt === null ? begin : cell(step.endedAt);
  const open = step.endedAt === null ? '?' : '';
  return `${'·'.repeat(begin)}${'█'.repeat(end - begin + 1)}${open}`;
}
