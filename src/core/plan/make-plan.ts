import { type Failure, failure } from '../failure.ts';
import { describeFailure } from '../failure-text.ts';
import type { ResolvedDeployment } from '../manifest/resolved-deployment.ts';
import type { NodeName, Sha256 } from '../names.ts';
import { fail, ok, type Result } from '../result.ts';
import type { StateDocument } from '../state/document.ts';
import { adviceRank } from './advice-in-order.ts';
import { authorize } from './authorize.ts';
import { takesIntroductions } from '../guest/takes-introductions.ts';
import { claimedNames } from './claimed-names.ts';
import { compareAddresses } from './compare-addresses.ts';
import { controlOf } from './control-of.ts';
import { type DesiredDeployment, desiredFromApplied, desiredFromManifest } from './desired-deployment.ts';
import { type ExistingNode, existingNodes } from './existing-node.ts';
import { type Drift, findDrift } from './find-drift.ts';
import { findObstacles } from './find-obstacles.ts';
import { freeNames } from './free-names.ts';
import { type NextContext, nextCommand, nextDespiteHeldNames } from './next-command.ts';
import { obstacleFailures } from './obstacle-failures.ts';
import type { Blocked, HeldName, Plan, PlannedDeployment, PlanNode, PlanSource } from './plan.ts';
import { planHash } from './plan-hash.ts';
import { planMissing, planWanted, type WantedContext } from './plan-node.ts';
import { selectNodes } from './select-nodes.ts';
import { takenAddresses } from './taken-addresses.ts';
import { type ActedOn, unsupported } from './unsupported.ts';

export interface PlanRequest {
  /** Null when there is no manifest: the applied specs stand in. */
  readonly desired: ResolvedDeployment | null;
  readonly source: PlanSource;
  readonly document: StateDocument | null;
  /** Names as typed, or null for all. */
  readonly scope: readonly string[] | null;
  readonly sha256: Sha256;
}

/**
 * Desired × applied × committed → what is what and what settles it. Reads nothing and decides nothing about effects: what
 * a command may do with the plan is authorize's answer. Fails for node names that name nothing, and with
 * `nothing_desired` when there is neither a manifest nor a deployment.
 */
export function makePlan(request: PlanRequest): Result<Plan> {
  const { document, sha256 } = request;
  const desired = desiredDeployment(request);
  if (desired === null) return fail(failure('nothing_desired', { command: 'plan' }));
  const existing = existingNodes(document);
  const missing = [...existing.values()]
    .filter((node) => !desired.nodes.some(({ spec }) => spec.name === node.record.name))
    .sort((a, b) => compareAddresses(a.record.address, b.record.address));
  const nodes = [...desired.nodes.map(({ spec }) => spec), ...missing.map(({ record }) => record)];
  const scope = selectNodes(request.scope, { nodes, skipped: desired.skipped });
  if (!scope.ok) return scope;
  const planned = planDeployment(request, { desired, existing, missing, scope: scope.value });
  return ok({ ...planned, planHash: planHash(planned, sha256), blocked: foreseen(planned) });
}

function desiredDeployment({ desired, document, sha256 }: PlanRequest): DesiredDeployment | null {
  const deployment = document?.deployment ?? null;
  if (desired !== null) return desiredFromManifest(desired, { appliedControl: deployment?.control ?? null, sha256 });
  return document === null || deployment === null ? null : desiredFromApplied(document, deployment, sha256);
}

interface Compared {
  readonly desired: DesiredDeployment;
  readonly existing: ReadonlyMap<string, ExistingNode>;
  readonly missing: readonly ExistingNode[];
  readonly scope: readonly NodeName[] | null;
}

function planDeployment(request: PlanRequest, compared: Compared): PlannedDeployment {
  const { document } = request;
  const { desired, existing, scope } = compared;
  const { changes, lagging } = findDrift(existing.values(), desired);
  const hearer = hearerOf(compared, document);
  const all = judgedNodes(compared, { document, lagging, hearer });
  const inScope = all.filter(({ name }) => scope === null || scope.includes(name));
  const drift = changes.length > 0 ? 'drift' : 'no drift';
  const hindering = all.filter(({ obstacles }) => obstacles.length > 0).map(({ name }) => name);
  const taken = takenAddresses(desired.nodes, { existing, drift, hindering });
  const beyond = unsupportedNames(inScope, desired);
  const held = document?.deployment?.control ?? null;
  const isOpen = drift === 'no drift' && taken.length === 0 && beyond.size === 0;
  const together = isOpen && inScope.every(({ outcome }) => outcome === 'unchanged' || outcome === 'create');
  const context = {
    drift,
    role: together && held !== null && held !== desired.control ? 'moves' : 'stays',
    wholeRecreate: hindering.length > 0 ? 'hindered' : 'open',
    takenAddresses: taken,
    unsupported: beyond,
  } as const;
  const names = heldNames(compared, { all, context });
  return {
    source: request.desired === null ? { kind: 'applied' } : request.source,
    envelope: desired.envelope,
    runtime: desired.runtime,
    drift: changes,
    control: desired.control,
    scope,
    nodes: inScope.map((node): PlanNode => {
      return { ...node, next: nextDespiteHeldNames({ ...node, next: nextCommand(node, context) }, names) };
    }),
    heldNames: names.filter(({ node }) => inScope.some(({ name }) => name === node)),
    takenAddresses: taken.filter(({ node }) => inScope.some(({ name }) => name === node)),
    hindering,
  };
}

/** The names that are to move, with what hands them over, whether the nodes are in the scope or not. */
function heldNames(
  { desired, existing }: Compared,
  { all, context }: { readonly all: readonly Omit<PlanNode, 'next'>[]; readonly context: NextContext },
): readonly HeldName[] {
  const claimed = claimedNames(desired.nodes, existing);
  if (claimed.length === 0) return [];
  const beyond = { ...context, unsupported: unsupportedNames(all, desired) };
  const commands = new Map(all.map((node) => [node.name, nextCommand(node, beyond)]));
  const creations = new Set(all.filter(({ outcome }) => outcome === 'create').map(({ name }) => name));
  return freeNames(claimed, { commands, creations, wanted: desired.nodes.map(({ spec }) => spec.name) });
}

/** Every node that is wanted or exists, against what exists of it. */
function judgedNodes(
  { desired, existing, missing }: Compared,
  { document, lagging, hearer }: Pick<PlanRequest, 'document'> & Pick<Drift, 'lagging'> & Pick<WantedContext, 'hearer'>,
): readonly Omit<PlanNode, 'next'>[] {
  const wanted = desired.nodes.map((node) =>
    planWanted(node, {
      existing: existing.get(node.spec.name),
      applied: document?.deployment?.applied[node.spec.name],
      document,
      drift: lagging.has(node.spec.name) ? 'drift' : 'no drift',
      hearer,
    }),
  );
  return [...wanted, ...missing.map(planMissing)].map((node) => ({
    ...node,
    obstacles: findObstacles(node, document),
  }));
}

/** A control node that only just gets the role is set up for that, and told then. */
function hearerOf({ desired, scope }: Compared, document: StateDocument | null): NodeName | null {
  const deployment = document?.deployment ?? null;
  const name = controlOf({ control: desired.control, scope }, deployment);
  if (deployment === null || name === null || name !== deployment.control) return null;
  const record = document?.nodes[name];
  return record !== undefined && takesIntroductions(record, deployment) === 'now' ? name : null;
}

function unsupportedNames(nodes: ActedOn['nodes'], { runtime }: DesiredDeployment): ReadonlySet<string> {
  return new Set(unsupported({ nodes, runtime }).flatMap(nodesOf));
}

/** What `up` would be refused for, in the words of the refusals themselves. */
function foreseen(plan: PlannedDeployment): readonly Blocked[] {
  const authorized = authorize({ command: 'up', plan });
  // What hinders a creation shows at the host, beside whatever else is wrong there; here there is only the record.
  const creations = plan.nodes.filter(({ outcome }) => outcome === 'create');
  const failures = [
    ...(authorized.ok ? [] : authorized.failures),
    ...obstacleFailures(creations),
    ...unsupported(plan),
  ];
  const blocked = failures.map((each): Blocked => {
    const { reason, message, next } = describeFailure(each);
    // A refusal may refer to the plan, which is what is being read here.
    return { reason, nodes: nodesOf(each), message, next: next.filter(([verb]) => verb !== 'plan') };
  });
  return blocked.sort((a, b) => adviceRank(a.next[0] ?? []) - adviceRank(b.next[0] ?? []));
}

function nodesOf(each: Failure): readonly string[] {
  if ('nodes' in each) return each.nodes;
  return 'node' in each ? [each.node] : [];
}
