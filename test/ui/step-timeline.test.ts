import { expect, test } from 'vitest';
import type { Instant, NodeName } from '../../src/core/names.ts';
import type { PastStep } from '../../src/core/report/history-report.ts';
import { stepTimeline } from '../../src/ui/step-timeline.ts';

function at(second: number): Instant {
  return `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z` as Instant & string;
}

function step(kind: string, from: number | null, to: number | null): PastStep {
  return {
    id: `meta/${kind}`,
    node: 'meta' as NodeName & string,
    kind,
    disk: null,
    state: 'complete',
    startedAt: from === null ? null : at(from),
    endedAt: to === null ? null : at(to),
    durationMs: from === null || to === null ? null : (to - from) * 1000,
    error: null,
  };
}

test('each step is drawn where it lies in the whole', () => {
  const lines = stepTimeline({
    startedAt: at(0),
    endedAt: at(40),
    steps: [step('first', 0, 10), step('second', 10, 39), step('open', 39, null), step('never', null, null)],
  });
  expect(lines.slice(1).map((line) => line.replace(/^.*?(?=[·█]|$)/u, ''))).toEqual([
    '█'.repeat(11),
    `${'·'.repeat(10)}${'█'.repeat(30)}`,
    `${'·'.repeat(39)}█?`,
    '',
  ]);
  expect(lines[0]).toMatch(/40\.0 s$/u);
});

test('a clock that was set back draws nothing outside', () => {
  const lines = stepTimeline({ startedAt: at(30), endedAt: at(10), steps: [step('odd', 5, 2)] });
  expect(lines.at(-1)).toMatch(/█$/u);
});
