import { describe, expect, test } from 'vitest';
import { describeFailure } from '../../../src/core/failure-text.ts';
import { authorize, type PlannedCommand } from '../../../src/core/plan/authorize.ts';
import type { Outcome, Plan } from '../../../src/core/plan/plan.ts';
import type { StateDocument } from '../../../src/core/state/document.ts';
import { converged, planOf, wanted, wantedNode, withRecord } from './model-lab.ts';

const meta = wantedNode('meta', 10);
const node1 = wantedNode('node-1', 11);
const lab = wanted([meta, node1]);
const document = converged(lab);
const gib = 2 ** 30;

/** A plan in which node-1 has the outcome; with `scope`, one that was asked for node-1 only. */
function planWith(outcome: Outcome, scope: readonly string[] | null): Plan {
  const edits: { readonly [O in Outcome]: () => Plan } = {
    create: () => planOf(lab, withRecord(document, 'node-1', { life: 'destroyed' }), { scope }),
    unchanged: () => planOf(lab, document, { scope }),
    resize: () => planOf(wanted([meta, wantedNode('node-1', 11, { spec: { cpus: 4 } })]), document, { scope }),
    recreate: () =>
      planOf(wanted([meta, wantedNode('node-1', 11, { spec: { image: 'local-b' } })]), document, { scope }),
    missing: () => planOf(wanted([meta]), document, { scope }),
    'envelope-drift': () => planOf({ ...lab, envelope: { ...lab.envelope, user: 'admin' } }, document, { scope }),
  };
  return edits[outcome]();
}

type Cell = string;
const cells: { readonly [row: string]: { readonly [O in Outcome]: Cell } } = {
  'up whole': {
    create: 'create',
    unchanged: 'converge',
    resize: '!resize_required',
    recreate: '!recreate_required',
    missing: '!nodes_removed',
    'envelope-drift': '!envelope_changed',
  },
  'up nodes': {
    create: 'create',
    unchanged: 'converge',
    resize: '!resize_required',
    recreate: '!recreate_required',
    missing: '!nodes_removed',
    'envelope-drift': '!envelope_changed',
  },
  'reload whole': {
    create: '!not_created',
    unchanged: 'restart',
    resize: '!resize_required',
    recreate: '!recreate_required',
    missing: '!nodes_removed',
    'envelope-drift': '!envelope_changed',
  },
  'reload nodes': {
    create: '!not_created',
    unchanged: 'restart',
    resize: '!resize_required',
    recreate: '!recreate_required',
    missing: '!nodes_removed',
    'envelope-drift': '!envelope_changed',
  },
  'resize whole': {
    create: '!not_created',
    unchanged: 'nothing',
    resize: 'resize',
    recreate: '!recreate_required',
    missing: '!nodes_removed',
    'envelope-drift': '!envelope_changed',
  },
  'resize nodes': {
    create: '!not_created',
    unchanged: 'nothing',
    resize: 'resize',
    recreate: '!recreate_required',
    missing: '!nodes_removed',
    'envelope-drift': '!envelope_changed',
  },
  'recreate whole': {
    create: 'create',
    unchanged: 'recreate',
    resize: 'recreate',
    recreate: 'recreate',
    missing: '!nodes_removed',
    'envelope-drift': 'recreate',
  },
  'recreate nodes': {
    create: '!not_created',
    unchanged: 'recreate',
    resize: 'recreate',
    recreate: 'recreate',
    missing: '!nodes_removed',
    'envelope-drift': '!whole_recreate_required',
  },
};

describe('every cell of the authority table', () => {
  const rows = Object.entries(cells).flatMap(([row, outcomes]) =>
    Object.entries(outcomes).map(([outcome, cell]) => ({ row, outcome: outcome as Outcome, cell })),
  );
  test('the table is whole', () => {
    expect(rows).toHaveLength(48);
  });

  test.each(rows)('$row, $outcome: $cell', ({ row, outcome, cell }) => {
    const [command, extent] = row.split(' ') as [PlannedCommand, 'whole' | 'nodes'];
    const plan = planWith(outcome, extent === 'whole' ? null : ['node-1']);
    const authorized = authorize({ command, plan });
    if (cell.startsWith('!')) {
      expect(authorized.ok).toBe(false);
      const refusal = authorized.ok ? undefined : authorized.failures.find(({ reason }) => reason === cell.slice(1));
      expect(refusal).toMatchObject({ nodes: expect.arrayContaining(['node-1']) as unknown });
      return;
    }
    const own = authorized.ok ? authorized.value.filter(({ node }) => node === 'node-1') : authorized;
    expect(own).toMatchObject(cell === 'nothing' ? [] : [{ kind: cell, node: 'node-1' }]);
  });
});

describe('refusals', () => {
  test('one refused node refuses the whole command, and every node is named', () => {
    const edited = wanted([
      wantedNode('meta', 10, { spec: { cpus: 8 } }),
      wantedNode('node-1', 11, { spec: { memoryBytes: 8 * gib } }),
      wantedNode('node-2', 12),
    ]);
    const refused = authorize({ command: 'up', plan: planOf(edited, document) });
    expect(refused).toEqual({ ok: false, failures: [{ reason: 'resize_required', nodes: ['meta', 'node-1'] }] });
  });

  test('what only recreate settles is named without what up takes on by itself', () => {
    const edited = wanted([
      wantedNode('meta', 10, { spec: { image: 'local-other', aliases: ['hub'] } }),
      wantedNode('node-1', 11),
      wantedNode('node-2', 12),
    ]);
    const refused = authorize({ command: 'up', plan: planOf(edited, document) });
    expect(refused).toMatchObject({
      failures: [{ reason: 'recreate_required', nodes: ['meta'], differs: { meta: ['vm_image'] } }],
    });
  });

  test('an envelope drift names what differs', () => {
    const refused = authorize({ command: 'up', plan: planWith('envelope-drift', null) });
    expect(refused).toEqual({
      ok: false,
      failures: [
        { reason: 'envelope_changed', nodes: ['meta', 'node-1'], paths: ['node_admin_username'], hindering: [] },
      ],
    });
  });

  test('a new node alone is not made to another envelope than its peers have', () => {
    const edited = wanted([meta, node1, wantedNode('node-2', 12)], { envelope: { ...lab.envelope, user: 'admin' } });
    const refused = authorize({ command: 'up', plan: planOf(edited, document, { scope: ['node-2'] }) });
    expect(refused).toMatchObject({ ok: false, failures: [{ reason: 'envelope_changed', nodes: ['node-2'] }] });
  });

  test('a protected node is not recreated, and its manifest can say otherwise in so many words', () => {
    const guarded = wanted([meta, wantedNode('node-1', 11, { protect: true })]);
    const lifted = wanted([meta, wantedNode('node-1', 11, { liftsProtection: true })]);
    // The second is a manifest that has lost the line.
    for (const desired of [guarded, lab]) {
      const refused = authorize({ command: 'recreate', plan: planOf(desired, converged(guarded)) });
      expect(refused).toEqual({
        ok: false,
        failures: [{ reason: 'node_protected', nodes: ['node-1'], command: 'recreate' }],
      });
    }
    expect(authorize({ command: 'recreate', plan: planOf(lifted, converged(guarded)) }).ok).toBe(true);
  });

  test('a resize may restart exactly when the plan said so', () => {
    const fewer = planOf(wanted([wantedNode('meta', 10, { spec: { cpus: 1 } }), node1]), document);
    const more = planOf(wanted([wantedNode('meta', 10, { spec: { cpus: 3 } }), node1]), document);
    expect(authorize({ command: 'resize', plan: fewer })).toMatchObject({
      value: [{ kind: 'resize', allowRestart: true }],
    });
    expect(authorize({ command: 'resize', plan: more })).toMatchObject({
      value: [{ kind: 'resize', allowRestart: false }],
    });
  });
});

describe('lives that are not whole', () => {
  const commands = ['up', 'reload', 'resize', 'recreate'] as const;
  const changed = wanted([meta, wantedNode('node-1', 11, { spec: { cpus: 4 } })]);

  test.each(commands)('%s leaves a begun destruction to destroy', (command) => {
    const half: StateDocument = withRecord(document, 'node-1', { life: 'destroying' });
    for (const desired of [lab, changed, wanted([meta])]) {
      const refused = authorize({ command, plan: planOf(desired, half, { scope: ['node-1'] }) });
      expect(refused).toEqual({ ok: false, failures: [{ reason: 'destruction_unfinished', nodes: ['node-1'] }] });
    }
  });

  test.each(commands)('%s does not touch a creation that is not what was begun', (command) => {
    const half = withRecord(document, 'node-1', { life: 'creating' });
    const refused = authorize({ command, plan: planOf(changed, half, { scope: ['node-1'] }) });
    expect(refused).toEqual({ ok: false, failures: [{ reason: 'creation_unfinished', nodes: ['node-1'] }] });
  });
});

describe('addresses', () => {
  const renamed = wanted([meta, wantedNode('node-x', 11)]);

  test('a new node waits until the holder of its address is destroyed', () => {
    const plan = planOf(renamed, document, { scope: ['node-x'] });
    expect(plan.nodes[0]?.next).toEqual(['destroy', 'node-1']);
    expect(authorize({ command: 'up', plan })).toMatchObject({
      failures: [{ reason: 'address_taken', node: 'node-x', address: '10.10.10.11', holder: 'node-1' }],
    });
    expect(
      authorize({ command: 'up', plan: planOf(renamed, withRecord(document, 'node-1', { life: 'destroyed' })) }).ok,
    ).toBe(true);
  });

  test('a holder that no command frees is not advised to be destroyed or recreated', () => {
    const guarded = converged(wanted([meta, wantedNode('node-1', 11, { protect: true })]));
    const plan = planOf(renamed, guarded, { scope: ['node-x'] });
    expect(plan.nodes[0]?.next).toBeNull();
    const refused = authorize({ command: 'up', plan });
    expect(refused).toMatchObject({ failures: [{ reason: 'address_taken', holder: 'node-1', next: null }] });
    expect(refused.ok ? [] : refused.failures.map((each) => describeFailure(each).next)).toEqual([[]]);
    const swapped = wanted([wantedNode('meta', 11), wantedNode('node-1', 10)]);
    const only = planOf(swapped, guarded, { scope: ['meta'] });
    expect(only.nodes[0]?.next).toBeNull();
    const told = authorize({ command: 'up', plan: only });
    expect(told).toMatchObject({
      failures: [
        { reason: 'recreate_required', hindered: ['meta'] },
        { reason: 'address_taken', node: 'meta', next: null },
      ],
    });
    expect(told.ok ? [] : told.failures.flatMap((each) => describeFailure(each).next)).toEqual([]);
  });

  test('nodes that swap addresses are recreated together or not at all', () => {
    const swapped = wanted([wantedNode('meta', 11), wantedNode('node-1', 10)]);
    const one = planOf(swapped, document, { scope: ['meta'] });
    expect(one.nodes[0]?.next).toEqual(['recreate', 'node-1', 'meta']);
    expect(authorize({ command: 'recreate', plan: one })).toMatchObject({ failures: [{ reason: 'address_taken' }] });
    const both = planOf(swapped, document, { scope: ['node-1', 'meta'] });
    expect(authorize({ command: 'recreate', plan: both }).ok).toBe(true);
  });
});
