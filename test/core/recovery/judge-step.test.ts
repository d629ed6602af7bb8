import { describe, expect, test } from 'vitest';
import type { ActionKind } from '../../../src/core/plan/action.ts';
import type { Evidence, UnknownWhy } from '../../../src/core/recovery/evidence.ts';
import {
  type Intent,
  judgeStep,
  natureOf,
  type StepNature,
  type Verdict,
} from '../../../src/core/recovery/judge-step.ts';
import { type FileEvidence, notAsked, type StepEvidence } from '../../../src/core/recovery/step-evidence.ts';
import type { StepState } from '../../../src/core/state/part.ts';

// Each list is closed by the compiler over its union: a new member is an error here before it is a gap in the table.
const states: Record<StepState, true> = {
  pending: true,
  claimed: true,
  running: true,
  complete: true,
  error: true,
  lost: true,
};
const intents: Record<Intent, true> = { none: true, stop: true, destroy: true };
const whys: Record<UnknownWhy, Verdict> = {
  probe_unavailable: 'retry',
  identity_unverifiable: 'manual',
  conflicting_evidence: 'manual',
  other_home: 'retry',
};
const sides = { qmp: 'not_asked', process: 'not_asked' } as const;
const vms: { readonly [K in Evidence['kind']]: readonly Evidence[] } = {
  running: [true, false].map((paused) => ({ kind: 'running', ...sides, paused, pid: 7 })),
  not_running: (['other_boot', 'process_gone', 'never_started'] as const).map((why) => ({
    kind: 'not_running',
    why,
    ...sides,
  })),
  unknown: keysOf(whys).map((why) => ({ kind: 'unknown', why, ...sides, detail: '' })),
};
const files: { readonly [K in FileEvidence['kind']]: readonly FileEvidence[] } = {
  right: [{ kind: 'right', outputs: {} }],
  absent: [{ kind: 'absent' }],
  wrong: (['this_creation', 'somebody'] as const).map((madeBy) => ({ kind: 'wrong', detail: '', madeBy })),
  unknown: keysOf(whys).map((why) => ({ kind: 'unknown', why, detail: '' })),
};
const evidences: { readonly [K in StepEvidence['about']]: readonly StepEvidence[] } = {
  owner: [{ about: 'owner', seen: { kind: 'alive' } }],
  nothing: [notAsked],
  vm: Object.values(vms).flatMap((all) => all.map((seen) => ({ about: 'vm' as const, seen }))),
  file: Object.values(files).flatMap((all) => all.map((seen) => ({ about: 'file' as const, seen }))),
};

function keysOf<K extends string>(table: Record<K, unknown>): readonly K[] {
  return Object.keys(table) as K[];
}

const product = keysOf(natureOf).flatMap((kind: ActionKind) =>
  keysOf(states).flatMap((state) =>
    Object.values(evidences)
      .flat()
      .flatMap((evidence) => keysOf(intents).map((intent) => ({ kind, state, evidence, intent }))),
  ),
);

/** The rows of the table, in words of their own: the first that fits is the answer. */
function expected({ kind, state, evidence, intent }: (typeof product)[number]): Verdict {
  const nature: StepNature = natureOf[kind];
  const onFile = nature === 'makes_file' || nature === 'removes_file';
  if (['pending', 'complete', 'error', 'lost'].includes(state)) return 'stays';
  if (evidence.about === 'owner') return 'resolved';
  if (state === 'claimed') return 'lost';
  if (evidence.about === 'nothing') return nature === 'repeatable' ? 'lost' : 'manual';
  if (onFile !== (evidence.about === 'file')) return 'manual';
  const { seen } = evidence;
  if (seen.kind === 'unknown') return whys[seen.why];
  if (nature === 'makes_file') {
    if (seen.kind === 'wrong') return seen.madeBy === 'this_creation' ? 'rollback_due' : 'manual';
    return seen.kind === 'right' ? 'complete' : 'lost';
  }
  if (nature === 'removes_file') return seen.kind === 'absent' ? 'complete' : 'retry';
  if (seen.kind === 'not_running') return nature === 'stops_vm' ? 'complete' : 'lost';
  return nature === 'starts_vm' && intent === 'none' ? 'adopt' : 'retry';
}

describe('judgeStep', () => {
  test(`gives the verdict of the table for each of ${String(product.length)} combinations`, () => {
    expect(product.length).toBeGreaterThan(5000);
    const wrong = product.filter((each) => judgeStep(each, each) !== expected(each));
    expect(wrong).toEqual([]);
  });

  test('never takes what cannot be told for an answer', () => {
    const unknown = product.filter(({ state, evidence }) => state === 'running' && evidence.seen.kind === 'unknown');
    const verdicts = new Set(unknown.map((each) => judgeStep(each, each)));
    expect([...verdicts].sort()).toEqual(['manual', 'retry']);
  });

  test('adopts nothing that somebody wants stopped or destroyed', () => {
    const wanted = product.filter(({ intent }) => intent !== 'none');
    expect(wanted.filter((each) => judgeStep(each, each) === 'adopt')).toEqual([]);
  });

  test('has a row for each verdict', () => {
    const verdicts = new Set(product.map((each) => judgeStep(each, each)));
    expect(verdicts.size).toBe(8);
  });
});
