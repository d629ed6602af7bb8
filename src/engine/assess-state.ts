import { failure, type Failure } from '../core/failure.ts';
import type { Authorized, Grant } from '../core/plan/grant.ts';
import type { OtherLives } from '../core/plan/other-lives.ts';
import type { Evidence } from '../core/recovery/evidence.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { NodeRecord, StateDocument } from '../core/state/document.ts';
import type { EnginePorts } from './engine-ports.ts';
import { observeNodes } from './observe-nodes.ts';
import { partOutputs } from '../core/state/part-outputs.ts';

/** What a granted change of one node needs, once its VM has been looked at. */
export interface StateNeed {
  readonly grant: Authorized<NodeGrant>;
  readonly record: NodeRecord;
  /** What a recreate that was interrupted has left. */
  readonly others: OtherLives;
  readonly need: 'start' | 'stop' | 'restart' | 'destroy' | 'nothing';
  readonly vm: Evidence['kind'];
  /** Its QEMU is there already, running or paused, and holds the ports that it was started with. */
  readonly launched: boolean;
}

/**
 * A start is refused where nothing can be told about the VM: it could run twice. A stop and a destroy go on: their first
 * step finds out, and nothing after it happens unless the VM is proven gone.
 */
export async function assessState(
  ports: EnginePorts,
  grants: readonly Authorized<Grant>[],
  document: StateDocument,
): Promise<Result<readonly StateNeed[]>> {
  const nodes = grants.flatMap((grant) => {
    if (!isNodeGrant(grant)) return [];
    const record = document.nodes[grant.node];
    return record === undefined ? [] : [{ grant, record }];
  });
  const evidence = await observeNodes(
    ports,
    nodes.map((node) => node.record),
    { insist: true },
  );
  const failures: Failure[] = [];
  const needs = nodes.map(({ grant, record }): StateNeed => {
    const seen = evidence.get(record.uuid);
    if ((grant.kind === 'start' || grant.kind === 'restart') && seen?.kind === 'unknown') {
      failures.push(failure('evidence_unknown', { node: record.name, why: seen.why, detail: seen.detail }));
    }
    const vm = seen?.kind === 'running' && seen.paused ? 'not_running' : (seen?.kind ?? 'unknown');
    const replacement = document.replacements[record.name];
    const others = { coming: replacement?.coming?.record ?? null, going: replacement?.going ?? [] };
    return { grant, record, others, vm, launched: seen?.kind === 'running', need: needOf(grant, record, seen) };
  });
  return failures.length > 0 ? fail(...failures) : ok(needs);
}

type NodeGrant = Extract<Grant, { kind: 'start' | 'stop' | 'restart' | 'destroy' }>;

const stateGrants = { start: true, stop: true, restart: true, destroy: true } as const satisfies {
  readonly [K in NodeGrant['kind']]: true;
};

function isNodeGrant(grant: Authorized<Grant>): grant is Authorized<NodeGrant> {
  return grant.kind in stateGrants;
}

function needOf(grant: NodeGrant, record: NodeRecord, seen: Evidence | undefined): StateNeed['need'] {
  if (grant.kind === 'destroy' || grant.kind === 'restart') return grant.kind;
  if (grant.kind === 'start') {
    const runs = seen?.kind === 'running' && !seen.paused;
    const guest = record.parts.find((part) => part.kind === 'guest');
    return runs && guest?.state === 'complete' ? 'nothing' : 'start';
  }
  // A VM that is gone while the record says that it runs is still to be recorded as stopped.
  const power = partOutputs(record, 'vm')['power'];
  return seen?.kind === 'not_running' && (power === 'stopped' || power === undefined) ? 'nothing' : 'stop';
}
