import { describe, expect, test } from 'vitest';
import type { ResolvedNode } from '../../../src/core/manifest/resolved-deployment.ts';
import { unsupported } from '../../../src/core/plan/unsupported.ts';
import { converged, dataDisk, planOf, wanted, wantedNode } from './model-lab.ts';

const meta = wantedNode('meta', 10);
const variables: readonly (readonly [string, ResolvedNode])[] = [
  ['vm_image', wantedNode('node-1', 11, { spec: { image: 'u24:stable' } })],
];

describe('variables that are accepted and not acted on yet', () => {
  test.each(variables)('%s is refused by name, with the nodes that up would act on', (variable, node) => {
    const plan = planOf(wanted([meta, node]), null);
    expect(unsupported(plan)).toEqual([{ reason: 'not_supported_yet', variable, nodes: ['node-1'] }]);
    expect(plan.blocked).toMatchObject([{ reason: 'not_supported_yet', nodes: ['node-1'], next: [] }]);
    expect(plan.blocked[0]?.message).toContain(variable);
    expect(plan.nodes.map(({ next }) => next)).toEqual([['up', 'meta'], null]);
  });

  test('a bridge concerns every node', () => {
    const lab = wanted([meta, wantedNode('node-1', 11)], { runtime: { accel: 'auto', network: 'bridge' } });
    expect(unsupported(planOf(lab, null))).toEqual([
      { reason: 'not_supported_yet', variable: 'vm_network', nodes: ['meta', 'node-1'] },
    ]);
  });

  test('nodes outside the scope, and nodes that up refuses anyway, are not asked', () => {
    const [, asks] = variables[0] ?? [];
    const lab = wanted([meta, ...(asks === undefined ? [] : [asks])]);
    expect(unsupported(planOf(lab, null, { scope: ['meta'] }))).toEqual([]);
    const plan = planOf(lab, converged(wanted([meta, wantedNode('node-1', 11)])));
    expect(plan.nodes[1]?.outcome).toBe('recreate');
    expect(unsupported(plan)).toEqual([]);
  });

  test('what works is not refused: data disks, aliases, protection, forwards', () => {
    const spec = { disks: [dataDisk, { ...dataDisk, id: 'pg', path: '/pg' }], aliases: ['db'] };
    const ports = [{ hostAddress: '127.0.0.1', hostPort: 8080, guestPort: 80 }];
    expect(unsupported(planOf(wanted([wantedNode('node-1', 11, { spec, protect: true, ports })]), null))).toEqual([]);
  });
});
