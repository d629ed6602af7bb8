import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ResolvedDeployment } from '../../../src/core/manifest/resolved-deployment.ts';
import { authorize } from '../../../src/core/plan/authorize.ts';
import type { Authorized, Grant } from '../../../src/core/plan/grant.ts';
import type { Plan } from '../../../src/core/plan/plan.ts';
import { stepActions, type StepGrant } from '../../../src/core/plan/step-actions.ts';
import type { StateDocument } from '../../../src/core/state/document.ts';
import { arbitraryDocument, arbitraryLab } from './arbitrary-lab.ts';
import { Interrupted, ModelHost } from './model-host.ts';
import { converged, planOf, wantedNode } from './model-lab.ts';

const labAndDocument = fc
  .tuple(arbitraryLab, arbitraryLab)
  .chain(([before, after]) => arbitraryDocument(before).map((document) => ({ after, document })));

const commands = ['up', 'reload', 'resize', 'recreate'] as const;
/** Step kinds of a grant for a node that has a record; whether its VM runs changes nothing about what may be among them. */
function stepsOf(grant: Authorized<Grant>, document: StateDocument): readonly string[] {
  const record = document.nodes[String(grant.node)];
  if (record === undefined) return [];
  const vm = record.uuid < '8' ? 'running' : 'not_running';
  return stepActions(grant as Authorized<StepGrant>, { record, vm, guest: 'not_asked' }).map(({ kind }) => kind);
}

const mildOutcomes = new Set(['unchanged', 'resize', 'recreate']);

describe('the planner and its authority', () => {
  test('never grant anything for a node that is absent from the manifest', () => {
    fc.assert(
      fc.property(labAndDocument, fc.constantFrom(...commands), ({ after, document }, command) => {
        const wantedNames = new Set<string>(after.nodes.map(({ spec }) => spec.name));
        const granted = authorize({ command, plan: planOf(after, document) });
        if (granted.ok) expect(granted.value.every(({ node }) => node !== null && wantedNames.has(node))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('never let up, reload or resize replace or remove what exists', () => {
    fc.assert(
      fc.property(labAndDocument, fc.constantFrom('up', 'reload', 'resize'), ({ after, document }, command) => {
        const granted = authorize({ command, plan: planOf(after, document) });
        const kinds = granted.ok ? granted.value.map(({ kind }) => kind) : [];
        expect(kinds.filter((kind) => kind === 'recreate' || kind === 'destroy')).toEqual([]);
        const steps = granted.ok && command === 'up' ? granted.value.flatMap((grant) => stepsOf(grant, document)) : [];
        expect(steps.filter((kind) => /^(stop|remove|retain|erase)_/u.test(kind))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('one document and one manifest make one plan, in whatever order the nodes stand', () => {
    fc.assert(
      fc.property(labAndDocument, ({ after, document }) => {
        const control = { adminAddress: after.adminAddress ?? after.nodes[0]?.spec.address ?? null };
        const turned = { ...after, ...control, nodes: [...after.nodes].reverse() };
        expect(planOf(turned, document).planHash).toBe(planOf({ ...after, ...control }, document).planHash);
      }),
      { numRuns: 200 },
    );
  });

  test('a host added above the first changes no other hash and moves no role', () => {
    fc.assert(
      fc.property(arbitraryLab, (lab) => {
        const document = converged(lab);
        const grown = { ...lab, nodes: [wantedNode('first', 99), ...lab.nodes] };
        const before = planOf(lab, document);
        const after = planOf(grown, document);
        expect(after.control).toBe(before.control);
        expect(after.nodes.slice(1).map((node) => node.desired?.specHash)).toEqual(
          before.nodes.map((node) => node.desired?.specHash),
        );
      }),
    );
  });

  test('what is applied stands in for the manifest that was applied', () => {
    fc.assert(
      fc.property(arbitraryLab, (lab) => {
        const plan = planOf(null, converged(lab));
        expect(plan.source).toEqual({ kind: 'applied' });
        expect(plan.nodes.every((node) => node.settled)).toBe(true);
        expect(plan.planHash).toBe(planOf(lab, converged(lab)).planHash);
      }),
    );
  });

  test('the outcome that asks most of a person wins', () => {
    fc.assert(
      fc.property(labAndDocument, ({ after, document }) => {
        const plan = planOf(after, document);
        for (const node of plan.nodes) {
          if (node.desired === null) expect(node.outcome).toBe('missing');
          else if (node.committed === null) expect(node.outcome).toBe('create');
          else if (plan.drift.length > 0) expect(node.outcome).toBe('envelope-drift');
          else if (node.committed.life === 'committed') expect(mildOutcomes.has(node.outcome)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** No command is advised where a manifest takes `persistent` from a disk that is kept: only another manifest helps. */
function fitting({ after, document }: { readonly after: ResolvedDeployment; readonly document: StateDocument }) {
  const nodes = after.nodes.map((node) => {
    const own = document.nodes[node.spec.name]?.spec.disks ?? [];
    const isKept = (id: string): boolean => own.some((disk) => disk.id === id && disk.persistent);
    const disks = node.spec.disks.map((disk) => ({ ...disk, persistent: disk.persistent || isKept(disk.id) }));
    return { ...node, spec: { ...node.spec, disks } };
  });
  return { after: { ...after, nodes }, document };
}

const fittingLabAndDocument = labAndDocument.map(fitting);

/** Does what the plan advises until nothing is left; what removes comes first, as nothing else may go on before it. */
function follow(host: ModelHost, desired: ResolvedDeployment): Plan {
  for (let round = 0; round < 40; round += 1) {
    const plan = planOf(desired, host.document);
    const advised = plan.nodes.flatMap(({ next }) => (next === null ? [] : [next]));
    const next = advised.find(([command]) => command === 'destroy') ?? advised[0];
    if (next === undefined) return plan;
    host.run(next, desired);
  }
  throw new Error('the advised commands lead nowhere');
}

describe('following the advised commands on a host where everything works', () => {
  test('reaches the manifest from any state, and then changes nothing', () => {
    fc.assert(
      fc.property(fittingLabAndDocument, ({ after, document }) => {
        const host = new ModelHost(document);
        const plan = follow(host, after);
        expect(plan.nodes.map(({ name, outcome, settled }) => ({ name, outcome, settled }))).toEqual(
          after.nodes.map(({ spec }) => ({ name: spec.name, outcome: 'unchanged', settled: true })),
        );
        const before = { document: host.document, actions: host.done.length };
        host.run(['up'], after);
        expect({ document: host.document, actions: host.done.length }).toEqual(before);
      }),
      { numRuns: 200 },
    );
  });

  test('reaches it from every point at which the power can fail', () => {
    fc.assert(
      fc.property(fittingLabAndDocument, fc.nat({ max: 40 }), ({ after, document }, budget) => {
        const host = new ModelHost(document, budget);
        try {
          follow(host, after);
        } catch (error) {
          if (!(error instanceof Interrupted)) throw error;
        }
        host.resume();
        expect(follow(host, after).nodes.every(({ settled }) => settled)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
