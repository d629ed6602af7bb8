import type { ResolvedDeployment } from '../../../src/core/manifest/resolved-deployment.ts';
import type { NodeName } from '../../../src/core/names.ts';
import type { Action } from '../../../src/core/plan/action.ts';
import { authorize, type PlannedCommand } from '../../../src/core/plan/authorize.ts';
import { authorizeState } from '../../../src/core/plan/authorize-state.ts';
import type { Authorized, Grant } from '../../../src/core/plan/grant.ts';
import type { Plan, PlanNode } from '../../../src/core/plan/plan.ts';
import { stepActions, type StepGrant } from '../../../src/core/plan/step-actions.ts';
import type { NodeSpec } from '../../../src/core/spec/node-spec.ts';
import { commitApplied } from '../../../src/core/state/commit-applied.ts';
import type { NodeRecord, StateDocument } from '../../../src/core/state/document.ts';
import type { PartState } from '../../../src/core/state/part.ts';
import { converged, planOf, recordOf, uuidOf } from './model-lab.ts';

/** The power went away after so many actions. */
export class Interrupted extends Error {}

/** A host on which every action works, until its budget of actions is used up. All that it has is the document. */
export class ModelHost {
  document: StateDocument;
  readonly done: Action['kind'][] = [];
  private budget: number;
  private lives = 0;

  constructor(document: StateDocument, budget = Infinity) {
    this.document = document;
    this.budget = budget;
  }

  /** Restores the power. */
  resume(): void {
    this.budget = Infinity;
  }

  /** Runs a command line of words; throws when it is refused, for no advised command may be. */
  run(words: readonly string[], desired: ResolvedDeployment): void {
    const [command, ...names] = words;
    const scope = names.length === 0 ? null : names;
    if (command === 'destroy') {
      this.destroy(scope);
      return;
    }
    const plan = planOf(desired, this.document, { scope });
    const granted = authorize({ command: command as PlannedCommand, plan });
    if (!granted.ok) throw new Error(`${words.join(' ')}: ${JSON.stringify(granted.failures)}`);
    const deployment = this.document.deployment ?? { ...emptyDeployment(desired), control: plan.control };
    this.document = { ...this.document, deployment };
    for (const grant of granted.value) this.perform(grant, plan);
    this.document = commitApplied(
      this.document,
      plan,
      granted.value.flatMap(({ node }) => node ?? []),
    );
  }

  private perform(grant: Authorized<Grant>, plan: Plan): void {
    const node = plan.nodes.find(({ name }) => name === grant.node);
    if (node === undefined || node.desired === null)
      throw new Error(`a grant for ${String(grant.node)}, which no manifest wants`);
    const { spec } = node.desired;
    const madeFor = { envelope: plan.envelope, runtime: plan.runtime };
    if (grant.kind === 'create') this.create(grant, spec, madeFor);
    else if (grant.kind === 'converge') this.act(grant, node.name);
    else this.replace(grant, node, { spec, madeFor });
  }

  /** Steps of these grants come with later versions; here they are one action each. */
  private replace(grant: Grant, node: PlanNode, { spec, madeFor }: Pick<NodeRecord, 'spec' | 'madeFor'>): void {
    this.spend(grant.kind === 'resize' ? 'set_up_guest' : 'create_root_disk');
    this.put(recordOf(spec, { madeFor, uuid: grant.kind === 'resize' ? uuidIn(node) : this.freshUuid(spec.name) }));
  }

  private create(grant: Authorized<Grant>, spec: NodeSpec, madeFor: NodeRecord['madeFor']): void {
    const before = this.document.nodes[spec.name];
    if (before === undefined || before.life === 'destroyed') {
      this.put(recordOf(spec, { madeFor, life: 'creating', state: 'pending', uuid: this.freshUuid(spec.name) }));
    }
    this.act(grant, spec.name);
  }

  private destroy(scope: readonly string[] | null): void {
    const request = {
      command: 'destroy',
      document: this.document,
      scope,
      force: false,
      deletePersistent: false,
    } as const;
    const granted = authorizeState(request);
    if (!granted.ok) throw new Error(`destroy: ${JSON.stringify(granted.failures)}`);
    for (const grant of granted.value) {
      if (grant.node === null) continue;
      this.put({ ...this.record(grant.node), life: 'destroying' });
      this.act(grant, grant.node);
    }
  }

  private act(grant: Authorized<Grant>, name: NodeName): void {
    const record = this.record(name);
    const vm = record.parts.some(({ kind, state }) => kind === 'vm' && state === 'complete')
      ? 'running'
      : 'not_running';
    for (const action of stepActions(grant as Authorized<StepGrant>, { record, vm, guest: 'not_asked' })) {
      this.spend(action.kind);
      this.put(after(this.record(name), action));
      if (action.kind === 'remove_node_record') this.document = withoutApplied(this.document, name);
    }
  }

  private spend(kind: Action['kind']): void {
    if (this.budget === 0) throw new Interrupted();
    this.budget -= 1;
    this.done.push(kind);
  }

  private record(name: string): NodeRecord {
    const record = this.document.nodes[name];
    if (record === undefined) throw new Error(`no record of ${name}`);
    return record;
  }

  private put(record: NodeRecord): void {
    this.document = { ...this.document, nodes: { ...this.document.nodes, [record.name]: record } };
  }

  private freshUuid(name: string): NodeRecord['uuid'] {
    this.lives += 1;
    return uuidOf(`${name}, life ${String(this.lives)}`);
  }
}

function uuidIn(node: PlanNode): NodeRecord['uuid'] {
  if (node.committed === null) throw new Error(`${node.name} does not exist`);
  return node.committed.uuid;
}

function emptyDeployment(desired: ResolvedDeployment): NonNullable<StateDocument['deployment']> {
  const { deployment } = converged(desired);
  if (deployment === null) throw new Error('no deployment');
  return { ...deployment, applied: {} };
}

const partOf: { readonly [K in Action['kind']]?: NodeRecord['parts'][number]['kind'] } = {
  write_node_record: 'node_record',
  create_host_key: 'host_key',
  create_root_disk: 'root_disk',
  create_data_disk: 'data_disk',
  write_seed: 'seed',
  start_vm: 'vm',
  set_up_guest: 'guest',
  stop_vm: 'vm',
  remove_root_disk: 'root_disk',
  remove_data_disk: 'data_disk',
  retain_data_disk: 'data_disk',
  remove_seed: 'seed',
  remove_host_key: 'host_key',
  remove_node_record: 'node_record',
};

function after(record: NodeRecord, action: Action): NodeRecord {
  const disk = 'disk' in action ? action.disk : null;
  const state = stateAfter(action.kind);
  const parts = record.parts.map((part) =>
    part.kind === partOf[action.kind] && part.disk === disk ? { ...part, state } : part,
  );
  return { ...record, parts, life: lifeAfter(record.life, action.kind) };
}

function stateAfter(kind: Action['kind']): PartState {
  if (kind === 'retain_data_disk') return 'retained';
  return kind.startsWith('remove_') || kind === 'stop_vm' ? 'destroyed' : 'complete';
}

function lifeAfter(life: NodeRecord['life'], kind: Action['kind']): NodeRecord['life'] {
  if (kind === 'remove_node_record') return 'destroyed';
  return kind === 'start_vm' ? 'committed' : life;
}

function withoutApplied(document: StateDocument, name: string): StateDocument {
  const { deployment } = document;
  const living = Object.values(document.nodes).some(({ life }) => life !== 'destroyed');
  if (deployment === null || !living) return { ...document, deployment: null };
  const applied = Object.fromEntries(Object.entries(deployment.applied).filter(([key]) => key !== name));
  const [first] = Object.values(applied).sort((a, b) => a.order - b.order);
  const control = deployment.control === name ? (first?.spec.name ?? null) : deployment.control;
  return { ...document, deployment: { ...deployment, applied, control } };
}
