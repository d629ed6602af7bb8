import type { Failure } from '../core/failure.ts';
import type { Authorized, Grant } from '../core/plan/grant.ts';
import type { OtherLives } from '../core/plan/other-lives.ts';
import type { Evidence } from '../core/recovery/evidence.ts';
import { monitorTrouble } from '../core/recovery/observed-state.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { NodeRecord, StateDocument } from '../core/state/document.ts';
import { earlyLooks, type GuestLook } from './early-looks.ts';
import type { EnginePorts } from './engine-ports.ts';
import { observeNodes } from './observe-nodes.ts';
import { partOutputs } from '../core/state/part-outputs.ts';
import { unknownVm } from '../core/recovery/unknown-vm.ts';

/** What a granted change of one node needs, once its VM has been looked at. */
export interface StateNeed {
  readonly grant: Authorized<NodeGrant>;
  readonly record: NodeRecord;
  /** What a recreate that was interrupted has left. */
  readonly others: OtherLives;
  /** `set_up`: its VM runs, and its guest is not known to be ready. */
  readonly need: 'start' | 'set_up' | 'stop' | 'restart' | 'destroy' | 'nothing';
  readonly vm: Evidence['kind'];
  /** Whether the guest of a VM that runs and is to be started answered just now. */
  readonly guest: 'ready' | 'silent' | 'not_asked';
  /** What keeps the VM's monitor from being asked, in words. */
  readonly trouble: string | null;
  /** Its QEMU is there already, running or paused, and holds the ports that it was started with. */
  readonly launched: boolean;
}

/**
 * A start is refused where nothing can be told about the VM: it could run twice. A stop and a destroy go on: their first
 * step finds out, and nothing after it happens unless the VM is proven gone. Where another home runs it, nothing is begun.
 */
export async function assessState(
  ports: EnginePorts,
  grants: readonly Authorized<Grant>[],
  document: StateDocument,
): Promise<Result<readonly StateNeed[]>> {
  const nodes = grants.flatMap((grant): readonly Granted[] => {
    if (!isNodeGrant(grant)) return [];
    const record = document.nodes[grant.node];
    return record === undefined ? [] : [{ grant, record }];
  });
  const records = nodes.map(({ record }) => record);
  const observing = observeNodes(ports, records, { insist: true });
  // That a guest was ready once is no proof that it is: one that runs is asked.
  const looks = earlyLooks(
    ports,
    nodes.flatMap(({ grant, record }) => (grant.kind === 'start' ? record : [])),
  );
  const evidence = await observing;
  const failures = nodes.flatMap(({ grant, record: { name: node, uuid } }): readonly Failure[] => {
    const seen = evidence.get(uuid);
    const starts = grant.kind === 'start' || grant.kind === 'restart';
    if (seen?.kind !== 'unknown') return [];
    return starts || seen.why === 'other_home' ? [unknownVm(node, seen)] : [];
  });
  if (failures.length > 0) return fail(...failures);
  const needs = nodes.map((node) => {
    const { uuid, name } = node.record;
    const about = { seen: evidence.get(uuid), look: looks.get(uuid), replacement: document.replacements[name] };
    return stateNeed(node, about);
  });
  return ok(await Promise.all(needs));
}

interface Granted {
  readonly grant: Authorized<NodeGrant>;
  readonly record: NodeRecord;
}

interface Seen {
  readonly seen: Evidence | undefined;
  readonly look: GuestLook | undefined;
  readonly replacement: StateDocument['replacements'][string] | undefined;
}

async function stateNeed({ grant, record }: Granted, { seen, look, replacement }: Seen): Promise<StateNeed> {
  const vm = seen?.kind === 'running' && seen.paused ? 'not_running' : (seen?.kind ?? 'unknown');
  const guest = grant.kind === 'start' && vm === 'running' ? await answered(look) : 'not_asked';
  return {
    ...{ grant, record, vm, guest },
    others: { coming: replacement?.coming?.record ?? null, going: replacement?.going ?? [] },
    launched: seen?.kind === 'running',
    trouble: seen === undefined ? null : monitorTrouble(seen),
    need: needOf(grant, record, { seen, guest }),
  };
}

type NodeGrant = Extract<Grant, { kind: 'start' | 'stop' | 'restart' | 'destroy' }>;

const stateGrants = { start: true, stop: true, restart: true, destroy: true } as const satisfies {
  readonly [K in NodeGrant['kind']]: true;
};

function isNodeGrant(grant: Authorized<Grant>): grant is Authorized<NodeGrant> {
  return grant.kind in stateGrants;
}

/** One that is not on record as running was not asked, and is to be waited for. */
async function answered(look: GuestLook | undefined): Promise<StateNeed['guest']> {
  return look !== undefined && (await look).ok ? 'ready' : 'silent';
}

function needOf(
  grant: NodeGrant,
  record: NodeRecord,
  { seen, guest }: { readonly seen: Evidence | undefined; readonly guest: StateNeed['guest'] },
): StateNeed['need'] {
  if (grant.kind === 'destroy' || grant.kind === 'restart') return grant.kind;
  if (grant.kind === 'start') {
    if (guest === 'not_asked') return 'start';
    const part = record.parts.find((each) => each.kind === 'guest');
    return part?.state === 'complete' && guest === 'ready' ? 'nothing' : 'set_up';
  }
  // A VM that is gone while the record says that it runs is still to be recorded as stopped.
  const power = partOutputs(record, 'vm')['power'];
  return seen?.kind === 'not_running' && (power === 'stopped' || power === undefined) ? 'nothing' : 'stop';
}
