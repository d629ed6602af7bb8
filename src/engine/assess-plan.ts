import { plannedLab } from '../core/guest/wanted-lab.ts';
import { failure, type Failure } from '../core/failure.ts';
import type { NodeName, Uuid } from '../core/names.ts';
import type { Authorized, Grant } from '../core/plan/grant.ts';
import { guestGrowth } from '../core/plan/guest-growth.ts';
import type { OtherLives } from '../core/plan/other-lives.ts';
import type { DesiredNode, Plan } from '../core/plan/plan.ts';
import { resizeFacts, resizeWay } from '../core/plan/resize-way.ts';
import type { StepGrant } from '../core/plan/step-actions.ts';
import { continuation } from '../core/plan/unfinished-recreate.ts';
import type { Evidence } from '../core/recovery/evidence.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { seenSpec } from '../core/state/asked-spec.ts';
import type { NodeRecord, StateDocument } from '../core/state/document.ts';
import { forwardWords } from '../core/state/forward-words.ts';
import { liveForwards } from '../core/state/live-forwards.ts';
import { unknownVm } from '../core/recovery/unknown-vm.ts';
import { checkGuest } from './check-guest.ts';
import { earlyLooks, type GuestLooks } from './early-looks.ts';
import type { EnginePorts } from './engine-ports.ts';
import { observeNodes } from './observe-nodes.ts';
import { shareTrouble } from './share-trouble.ts';
import { warnOfMonitor } from './warn-of-monitor.ts';
import type { Reviewed } from './review-plan.ts';

/** What one node needs from the command, once its VM has been looked at. */
export interface NodeNeed {
  readonly grant: Authorized<StepGrant>;
  readonly name: NodeName;
  readonly desired: DesiredNode;
  /** Null when nothing exists yet. */
  readonly record: NodeRecord | null;
  /** For `replace`, `coming` is the life to go on with, or null where a new one is to be made. */
  readonly others: OtherLives;
  /** `finish`: its guest is ready, and what a recreate has replaced is still there. */
  readonly need: 'create' | 'start' | 'set_up' | 'forward' | 'restart' | 'resize' | 'replace' | 'finish' | 'nothing';
  /** `not_running` also for a VM of ours that is paused, or that a failed stop left: its start step finds it. */
  readonly vm: 'running' | 'not_running';
  /** A QEMU of it is there already, running or paused, and holds the ports that it was started with. */
  readonly launched: boolean;
  /** Its QEMU runs on and has other forwards than are asked for. */
  readonly forwards: 'differ' | 'agree';
  /** What is wrong with the shares of the QEMU that is there, in words. */
  readonly shares: readonly string[];
}

/**
 * Looks at every VM that exists and says what each node needs. A VM about which nothing can be told refuses the whole
 * command: starting it could start it twice.
 */
export async function assessPlan(
  ports: EnginePorts,
  reviewed: Reviewed,
  { document, looks: begun }: { readonly document: StateDocument | null; readonly looks: GuestLooks },
): Promise<Result<readonly NodeNeed[]>> {
  const nodes = reviewed.grants.flatMap((grant) => wanted(grant, { reviewed, document }));
  const lives = nodes.flatMap(({ record, others }) => [record ?? [], others.coming ?? []].flat());
  const observing = observeNodes(ports, lives, { insist: true });
  const converging = nodes.flatMap(({ grant, record }) => (grant.kind === 'converge' ? (record ?? []) : []));
  const fresh = converging.filter(({ uuid }) => !begun.has(uuid));
  const looks = new Map([...begun, ...earlyLooks(ports, fresh)]);
  const evidence = await observing;
  const failures: Failure[] = lives.flatMap(({ name: node, uuid }): readonly Failure[] => {
    const seen = evidence.get(uuid);
    return seen?.kind === 'unknown' ? [unknownVm(node, seen)] : [];
  });
  const stuck = nodes.filter((node) => seenOf(node.record, evidence)?.kind === 'running' && cannotFollow(node));
  failures.push(...stuck.map(({ name: node }) => failure('resize_needs_restart', { node })));
  if (failures.length > 0) return fail(...failures);
  const refused: Failure[] = [];
  const needs = await Promise.all(
    nodes.map(async (node): Promise<NodeNeed> => {
      const seen = seenOf(node.record, evidence);
      const runs = seen?.kind === 'running' && !seen.paused && !isLeftOver(node);
      const vm = runs ? 'running' : 'not_running';
      const launched = [seen, seenOf(node.others.coming, evidence)].some((each) => each?.kind === 'running');
      const stays = launched && node.grant.kind !== 'restart' && node.grant.kind !== 'recreate';
      const shares = stays && node.record !== null ? shareTrouble(ports, node.record) : [];
      warnOfMonitor(ports, node.name, seen);
      const forwards = forwardsOf({ ...node, vm });
      const need = await needOf(ports, { ...node, vm, forwards, plan: reviewed.plan, document, looks });
      if (need.ok) return { ...node, vm, launched, forwards, shares, ...need.value };
      refused.push(...need.failures);
      return { ...node, vm, launched, forwards, shares, need: 'nothing' };
    }),
  );
  return refused.length > 0 ? fail(...refused) : ok(needs);
}

function seenOf(record: NodeRecord | null, evidence: ReadonlyMap<Uuid, Evidence>): Evidence | undefined {
  return record === null ? undefined : evidence.get(record.uuid);
}

type PlannedGrant = Extract<Grant, { kind: 'create' | 'converge' | 'restart' | 'resize' | 'recreate' }>;
interface Wanted extends Omit<NodeNeed, 'need' | 'vm' | 'launched' | 'forwards' | 'shares'> {
  /** What a recreate would do with what an earlier one left. */
  readonly goesOn: ReturnType<typeof continuation>;
}

function wanted(
  grant: Authorized<Grant>,
  from: { readonly reviewed: Reviewed; readonly document: StateDocument | null },
): readonly Wanted[] {
  const { reviewed, document } = from;
  const planned = reviewed.plan.nodes.find((node) => node.name === grant.node);
  if (planned === undefined || planned.desired === null || !isStepGrant(grant)) return [];
  const { name, desired } = planned;
  const record = document?.nodes[name];
  const living = record === undefined || record.life === 'destroyed' ? null : record;
  const goesOn = continuation(document, { desired, shared: reviewed.plan });
  return [{ grant, name, desired, record: living, goesOn, others: others(document, name) }];
}

function others(document: StateDocument | null, name: NodeName): OtherLives {
  const replacement = document?.replacements[name];
  return { coming: replacement?.coming?.record ?? null, going: replacement?.going ?? [] };
}

type Need = Pick<NodeNeed, 'need' | 'others'>;

interface Looked extends Wanted {
  readonly vm: NodeNeed['vm'];
  readonly forwards: NodeNeed['forwards'];
  readonly plan: Plan;
  readonly document: StateDocument | null;
  readonly looks: GuestLooks;
}

async function needOf(ports: EnginePorts, node: Looked): Promise<Result<Need>> {
  const { others: found, record, document } = node;
  if (record === null || document === null || record.life === 'creating') return ok({ need: 'create', others: found });
  const { kind } = node.grant;
  if (kind === 'restart' || kind === 'resize') return ok({ need: kind, others: found });
  const runs = node.vm === 'running';
  const isSetUp = runs && record.parts.every((part) => part.kind !== 'guest' || part.state === 'complete');
  const about = { document, lab: plannedLab(node.plan, document), look: node.looks.get(record.uuid) };
  const checked = runs ? await checkGuest(ports, record, about) : ok(null);
  const ready = checked.ok && checked.value === 'nothing';
  if (kind === 'recreate') {
    if (node.goesOn === 'resume') return ok({ need: 'replace', others: found });
    // A guest that did not come up is no reason to wait for it once more: another life is asked for.
    if (node.goesOn === 'anew' || (guestFailed(record) && !ready))
      return ok({ need: 'replace', others: givenUp(found) });
  }
  if (!checked.ok) return checked;
  if (!runs) return ok({ need: 'start', others: found });
  // A guest that has come up since is ready, but only its own step can record that.
  if (!isSetUp || !ready || guestGrowth(record).length > 0) return ok({ need: 'set_up', others: found });
  const isAlone = found.coming === null && found.going.length === 0;
  if (!isAlone) return ok({ need: 'finish', others: found });
  return ok({ need: node.forwards === 'differ' ? 'forward' : 'nothing', others: found });
}

/** A stop failed, and the VM runs on: its start step finds it and puts the record right. */
function isLeftOver({ grant, record }: Wanted): boolean {
  return (
    grant.kind === 'converge' && record?.parts.some(({ kind, state }) => kind === 'vm' && state === 'error') === true
  );
}

function forwardsOf({ record, desired, grant, vm }: Wanted & Pick<NodeNeed, 'vm'>): NodeNeed['forwards'] {
  if (record?.life !== 'committed' || vm === 'not_running' || grant.kind !== 'converge') return 'agree';
  return forwardWords(desired.ports).join() === liveForwards(record).join() ? 'agree' : 'differ';
}

/** A life that was being made and is not gone on with is one more that has to go. */
function givenUp({ coming, going }: OtherLives): OtherLives {
  return { coming: null, going: coming === null ? going : [...going, coming] };
}

function guestFailed(record: NodeRecord): boolean {
  return record.parts.some((part) => part.kind === 'guest' && part.state === 'error');
}

const plannedGrants = { create: true, converge: true, restart: true, resize: true, recreate: true } as const satisfies {
  readonly [K in PlannedGrant['kind']]: true;
};

/** The grants of the authority table whose steps are known. */
function isStepGrant(grant: Authorized<Grant>): grant is Authorized<PlannedGrant> {
  return grant.kind in plannedGrants;
}

/** A VM that runs while the plan, going by the record, took it for stopped: nobody was told that it would stop. */
function cannotFollow({ grant, record, desired }: Wanted): boolean {
  if (grant.kind !== 'resize' || grant.allowRestart || record === null) return false;
  return resizeWay(seenSpec(record), desired.spec, resizeFacts(record)) === 'restart';
}
