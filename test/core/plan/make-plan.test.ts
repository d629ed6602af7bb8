import { describe, expect, test } from 'vitest';
import { converged, planOf, wanted, wantedNode, withRecord } from './model-lab.ts';

const meta = wantedNode('meta', 10);
const node1 = wantedNode('node-1', 11);
const lab = wanted([meta, node1]);
const document = converged(lab);
const gib = 2 ** 30;

function outcomes(plan: ReturnType<typeof planOf>): Record<string, string> {
  return Object.fromEntries(plan.nodes.map((node) => [node.name, node.outcome]));
}

describe('the outcome of one edit against a running lab', () => {
  test('nothing edited: unchanged, settled, nothing blocked', () => {
    const plan = planOf(lab, document);
    expect(outcomes(plan)).toEqual({ meta: 'unchanged', 'node-1': 'unchanged' });
    expect(plan.nodes.every((node) => node.settled && node.next === null)).toBe(true);
    expect(plan.blocked).toEqual([]);
  });

  test('a third host is created and nothing else is touched', () => {
    const plan = planOf(wanted([meta, node1, wantedNode('node-2', 12)]), document);
    expect(outcomes(plan)).toEqual({ meta: 'unchanged', 'node-1': 'unchanged', 'node-2': 'create' });
    expect(plan.nodes[2]).toMatchObject({ next: ['up', 'node-2'], effects: { starts: true }, committed: null });
  });

  test('a host above the first changes no hash and moves no role', () => {
    const before = planOf(lab, document);
    const after = planOf(wanted([wantedNode('first', 9), meta, node1]), document);
    expect(after.control).toBe('meta');
    expect(after.nodes.slice(1).map((node) => node.desired?.specHash)).toEqual(
      before.nodes.map((node) => node.desired?.specHash),
    );
    expect(after.nodes.slice(1).every((node) => node.settled)).toBe(true);
  });

  test.each([
    { spec: { cpus: 3 }, outcome: 'resize', change: { path: 'vm_cpu', from: 2, to: 3 } },
    { spec: { memoryBytes: 6 * gib }, outcome: 'resize', change: { path: 'vm_mem', from: '4GiB', to: '6GiB' } },
    { spec: { rootDiskBytes: 65 * gib }, outcome: 'resize', change: { path: 'vm_disk', from: '64GiB', to: '65GiB' } },
    { spec: { rootDiskBytes: 63 * gib }, outcome: 'recreate', change: { path: 'vm_disk', from: '64GiB', to: '63GiB' } },
    {
      spec: { image: 'local-b' },
      outcome: 'recreate',
      change: { path: 'vm_image', from: 'local-mini', to: 'local-b' },
    },
    {
      spec: { address: '10.10.10.9' },
      outcome: 'recreate',
      change: { path: 'address', from: '10.10.10.11', to: '10.10.10.9' },
    },
    { spec: { aliases: ['db'] }, outcome: 'unchanged', change: { path: 'vm_alias', from: [], to: ['db'] } },
  ])('$spec is $outcome, settled by its own command', ({ spec, outcome, change }) => {
    const plan = planOf(wanted([meta, wantedNode('node-1', 11, { spec })]), document);
    const command = outcome === 'unchanged' ? 'up' : outcome;
    expect(plan.nodes[1]).toMatchObject({ outcome, changes: [change], next: [command, 'node-1'], settled: false });
    expect(plan.nodes[0]).toMatchObject({ outcome: 'unchanged', settled: true });
  });

  test('a host removed or skipped is missing', () => {
    const removed = planOf(wanted([meta]), document);
    const skipped = planOf(
      wanted([meta], { skipped: [{ name: node1.spec.name, address: node1.spec.address }] }),
      document,
    );
    for (const plan of [removed, skipped]) {
      expect(plan.nodes[1]).toMatchObject({
        name: 'node-1',
        outcome: 'missing',
        desired: null,
        next: ['destroy', 'node-1'],
      });
      expect(plan.blocked).toMatchObject([
        { reason: 'nodes_removed', nodes: ['node-1'], next: [['destroy', 'node-1']] },
      ]);
    }
  });

  test.each([
    [{ envelope: { ...lab.envelope, user: 'admin' } }, { path: 'node_admin_username', from: 'dba', to: 'admin' }],
    [
      { envelope: { ...lab.envelope, subnet: '10.10.11.0/24' } },
      { path: 'subnet', from: '10.10.10.0/24', to: '10.10.11.0/24' },
    ],
    [{ envelope: { ...lab.envelope, arch: 'arm64' as const } }, { path: 'vm_arch', from: 'native', to: 'arm64' }],
    [{ runtime: { ...lab.runtime, accel: 'tcg' as const } }, { path: 'vm_accel', from: 'auto', to: 'tcg' }],
  ])('what all share differs: %j', (change, drift) => {
    const plan = planOf(wanted([meta, node1], change), document);
    expect(outcomes(plan)).toEqual({ meta: 'envelope-drift', 'node-1': 'envelope-drift' });
    expect(plan.drift).toEqual([drift]);
    expect(plan.nodes.map((node) => node.next)).toEqual([['recreate'], ['recreate']]);
  });

  test('a changed default image replaces the nodes that inherit it and only re-records the others', () => {
    const own = wantedNode('node-1', 11, { ownImage: true });
    const inherits = wantedNode('meta', 10, { spec: { image: 'local-debian' } });
    const plan = planOf(wanted([inherits, own], { envelope: { ...lab.envelope, image: 'local-debian' } }), document);
    expect(outcomes(plan)).toEqual({ meta: 'recreate', 'node-1': 'unchanged' });
    expect(plan.drift).toEqual([]);
    expect(plan.nodes[1]).toMatchObject({ changes: [], settled: false, next: ['up', 'node-1'] });
  });

  test('a moved control role recreates nothing', () => {
    const plan = planOf(wanted([meta, node1], { adminAddress: '10.10.10.11' }), document);
    expect(plan.control).toBe('node-1');
    expect(outcomes(plan)).toEqual({ meta: 'unchanged', 'node-1': 'unchanged' });
    expect(plan.nodes.map((node) => node.changes)).toEqual([
      [{ path: 'control', from: true, to: false, needs: 'record' }],
      [{ path: 'control', from: false, to: true, needs: 'record' }],
    ]);
  });
});

describe('lives that are not whole', () => {
  test('a destroyed life counts as none', () => {
    const plan = planOf(lab, withRecord(document, 'node-1', { life: 'destroyed' }));
    expect(plan.nodes[1]).toMatchObject({ outcome: 'create', committed: null });
  });

  test('an unfinished creation goes on when it is still what is asked for', () => {
    const begun = withRecord(document, 'node-1', { life: 'creating' });
    expect(planOf(lab, begun).nodes[1]).toMatchObject({ outcome: 'create', next: ['up', 'node-1'] });
    const edited = planOf(wanted([meta, wantedNode('node-1', 11, { spec: { cpus: 4 } })]), begun);
    expect(edited.nodes[1]).toMatchObject({ outcome: 'resize', next: ['destroy', 'node-1'] });
    expect(edited.blocked).toMatchObject([{ reason: 'creation_unfinished', next: [['destroy', 'node-1']] }]);
  });

  test('a begun destruction is only finished', () => {
    const plan = planOf(lab, withRecord(document, 'node-1', { life: 'destroying' }));
    expect(plan.nodes[1]).toMatchObject({ outcome: 'recreate', next: ['destroy', 'node-1'] });
    expect(plan.blocked).toMatchObject([{ reason: 'destruction_unfinished', next: [['destroy', 'node-1']] }]);
  });
});
