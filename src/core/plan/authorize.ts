import { type Failure, failure } from '../failure.ts';
import type { NodeName } from '../names.ts';
import { fail, ok, type Result } from '../result.ts';
import { type Authority, authorityTable, type PlannedAction, type Refusal } from './authority-table.ts';
import type { Authorized, Grant } from './grant.ts';
import { isProtected } from './is-protected.ts';
import { obstacleFailures } from './obstacle-failures.ts';
import type { PlannedDeployment, PlanNode } from './plan.ts';

export type PlannedCommand = 'up' | 'reload' | 'resize' | 'recreate';

export interface AuthorizeRequest {
  readonly command: PlannedCommand;
  readonly plan: PlannedDeployment;
  /** `resize --restart`: stop and start running VMs even where their plan says that nothing stops. */
  readonly restart?: boolean;
}

interface Judged {
  readonly node: PlanNode;
  readonly authority: Authority;
}

/**
 * What the command may do, in the order of the plan: for every node or for none. Any refusal refuses the whole command,
 * before anything stops, with every node that it concerns; a grant is the only thing that the engine can run.
 */
export function authorize({ command, plan, restart = false }: AuthorizeRequest): Result<readonly Authorized<Grant>[]> {
  const action = plannedAction(command, plan);
  const judged = plan.nodes.map((node): Judged => ({ node, authority: authorityTable[action][node.outcome] }));
  const failures = [
    ...unfinished(judged),
    ...refusals(judged, plan),
    ...newUnderDrift(judged, plan),
    ...hindrances(judged),
    ...protectedNodes(judged, command),
    ...addressFailures(judged, plan),
    ...nameFailures(judged, plan),
  ];
  return failures.length > 0 ? fail(...failures) : ok(judged.flatMap((each) => grantOf(each, { restart })));
}

function plannedAction(command: PlannedCommand, plan: PlannedDeployment): PlannedAction {
  if (command !== 'recreate') return command;
  return plan.scope === null ? 'recreate whole' : 'recreate nodes';
}

/** A life that was begun or ended half way is finished by its own command, whatever else differs. */
function unfinished(judged: readonly Judged[]): readonly Failure[] {
  const creations = judged.filter(({ node }) => isChangedCreation(node)).map(({ node }) => node.name);
  const destructions = judged.filter(({ node }) => isDestruction(node)).map(({ node }) => node.name);
  return [
    ...(creations.length > 0 ? [failure('creation_unfinished', { nodes: creations })] : []),
    ...(destructions.length > 0 ? [failure('destruction_unfinished', { nodes: destructions })] : []),
  ];
}

function isChangedCreation(node: PlanNode): boolean {
  return node.committed?.life === 'creating' && node.outcome !== 'create' && node.outcome !== 'missing';
}

function isDestruction(node: PlanNode): boolean {
  return node.committed?.life === 'destroying';
}

function refusals(judged: readonly Judged[], plan: PlannedDeployment): readonly Failure[] {
  const byReason = new Map<Refusal, NodeName[]>();
  for (const { node, authority } of judged) {
    if (!('refuse' in authority) || isChangedCreation(node) || isDestruction(node)) continue;
    byReason.set(authority.refuse, [...(byReason.get(authority.refuse) ?? []), node.name]);
  }
  return [...byReason].map(([reason, nodes]) => {
    const { hindering } = plan;
    if (reason === 'envelope_changed') return failure(reason, { nodes, paths: driftPaths(plan), hindering });
    if (reason === 'resize_required') return failure(reason, { nodes });
    if (reason === 'whole_recreate_required') return failure(reason, { nodes, hindering });
    const hindered = nodes.filter((name) => hindering.includes(name));
    if (reason !== 'recreate_required') return failure(reason, { nodes, hindered });
    const stuck = plan.takenAddresses.filter(({ next }) => next === null).map(({ node }) => node);
    const refused = nodes.filter((name) => hindered.includes(name) || stuck.includes(name));
    return failure(reason, { nodes, hindered: refused, differs: differing(nodes, judged) });
  });
}

function differing(
  nodes: readonly NodeName[],
  judged: readonly Judged[],
): { readonly [node: string]: readonly string[] } {
  const those = judged.filter(({ node }) => nodes.includes(node.name));
  return Object.fromEntries(
    those.map(({ node: { name, changes } }) => {
      // What only the record needs is taken on by `up` itself.
      return [name, changes.filter(({ needs }) => needs !== 'record').map(({ path }) => path)];
    }),
  );
}

/** A new node would be made to another envelope than its peers have; only the whole deployment can follow together. */
function newUnderDrift(judged: readonly Judged[], plan: PlannedDeployment): readonly Failure[] {
  if (plan.drift.length === 0 || judged.some(({ node }) => node.outcome === 'envelope-drift')) return [];
  const nodes = judged.filter(({ authority }) => 'grant' in authority && authority.grant === 'create');
  if (nodes.length === 0 || plan.scope === null) return [];
  const { hindering } = plan;
  return [
    failure('envelope_changed', { nodes: nodes.map(({ node }) => node.name), paths: driftPaths(plan), hindering }),
  ];
}

/** A refusal names the command that settles the node; what that command would be refused for is told with it. */
function hindrances(judged: readonly Judged[]): readonly Failure[] {
  return obstacleFailures(judged.filter(({ authority }) => 'refuse' in authority).map(({ node }) => node));
}

function driftPaths(plan: PlannedDeployment): readonly string[] {
  return plan.drift.map((change) => change.path);
}

function protectedNodes(judged: readonly Judged[], command: PlannedCommand): readonly Failure[] {
  const nodes = judged
    .filter(({ node, authority }) => 'grant' in authority && authority.grant === 'recreate' && isGuarded(node))
    .map(({ node }) => node.name);
  return nodes.length > 0 ? [failure('node_protected', { nodes, command })] : [];
}

function isGuarded({ desired, changes }: PlanNode): boolean {
  const wasProtected = changes.some(({ path, from }) => path === 'vm_protect' && from === true);
  return desired !== null && isProtected({ desired, wasProtected });
}

/**
 * An address is free for a node when its holder leaves it in the same command. One that nothing frees is told also where
 * the command that it is for is only advised.
 */
function addressFailures(judged: readonly Judged[], plan: PlannedDeployment): readonly Failure[] {
  const moving = new Set(judged.flatMap(({ node, authority }) => (isRecreate(authority) ? [node.name] : [])));
  const acting = new Set(judged.flatMap(({ node, authority }) => ('grant' in authority ? [node.name] : [])));
  const advised = new Set(judged.flatMap(({ node, authority }) => (wantsRecreate(authority) ? [node.name] : [])));
  return plan.takenAddresses
    .filter(
      ({ node, holder, freedBy, next }) =>
        (acting.has(node) && !(freedBy === 'recreate' && moving.has(holder))) || (advised.has(node) && next === null),
    )
    .map((taken) => failure('address_taken', taken));
}

/** A name is free for a node when its holder is given its new names in the same command; a resize changes none. */
function nameFailures(judged: readonly Judged[], plan: PlannedDeployment): readonly Failure[] {
  const named = new Set(
    judged.flatMap(({ node, authority }) => ('grant' in authority && authority.grant !== 'resize' ? [node.name] : [])),
  );
  return plan.heldNames
    .filter(({ node, holder }) => named.has(node) && !named.has(holder))
    .map((held) => failure('name_held', held));
}

function wantsRecreate(authority: Authority): boolean {
  return 'refuse' in authority && authority.refuse === 'recreate_required';
}

function isRecreate(authority: Authority): boolean {
  return 'grant' in authority && authority.grant === 'recreate';
}

function grantOf(
  { node, authority }: Judged,
  { restart }: { readonly restart: boolean },
): readonly Authorized<Grant>[] {
  if (!('grant' in authority)) return [];
  const { name } = node;
  // A resize restarts exactly when the plan said so beforehand, or the person did.
  if (authority.grant === 'resize') {
    return [grant({ kind: 'resize', node: name, allowRestart: restart || node.effects.restarts })];
  }
  return [grant({ kind: authority.grant, node: name })];
}

function grant(value: Grant): Authorized<Grant> {
  return value as Authorized<Grant>;
}
