import { failure, type Failure, type FailureOf } from '../core/failure.ts';
import type { FoundNode } from '../core/recovery/found-node.ts';
import { type PlacedNodes, placedNodes } from '../core/recovery/placed-nodes.ts';
import { ownPart, rebuildDocument, type Rebuilding } from '../core/recovery/rebuild-document.ts';
import type { AdoptReport } from '../core/report/adopt-report.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import { judgeFence, releaseFence } from '../core/state/fence.ts';
import { livesOf } from '../core/state/find-life.ts';
import { type Unregistered, unregisteredWords } from '../core/state/unregistered.ts';
import { adoptionLines } from './adoption-lines.ts';
import { askFirst } from './ask-first.ts';
import { untouched } from '../core/untouched.ts';
import type { EnginePorts } from './engine-ports.ts';
import { takeFence } from './fence.ts';
import { findKeptDisks, type KeptDisks } from './recovery/find-kept-disks.ts';
import { type FoundNodes, findNodes } from './recovery/find-nodes.ts';
import { leaveLogs } from './recovery/leave-logs.ts';
import { type Agreements, readAgreements } from './recovery/read-agreements.ts';
import { unregisteredNodes } from './unregistered-nodes.ts';

export interface AdoptRequest {
  readonly yes: boolean;
  /** Looks, and takes nothing into the record. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

type Damage = FailureOf<'state_damaged'>;

/** What is recorded, and what stands there besides. */
interface Sight {
  readonly base: StateDocument | null;
  readonly damage: Damage | null;
  readonly found: FoundNodes;
  /** Folders that are none of the node that they say they are, with what is to be done about them. */
  readonly misplaced: PlacedNodes['misplaced'];
  readonly missing: readonly FoundNode[];
  readonly disks: KeptDisks;
  readonly agreed: Agreements['agreed'];
  /** VMs of this home of which there is not even a folder. */
  readonly homeless: readonly Unregistered[];
  readonly next: StateDocument;
}

/**
 * Rebuilds a document that was lost, damaged, rolled back or is another deployment's, from the node.json files and from
 * what is seen. Shows first what it would do, and asks. Nothing but the record is changed: no VM is started, stopped or
 * continued, and no file deleted. A document of a newer program is never replaced.
 */
export async function adopt(ports: EnginePorts, request: AdoptRequest): Promise<Result<AdoptReport>> {
  const sight = await look(ports);
  if (!sight.ok) return untouched(sight);
  if (request.dryRun || isWhole(sight.value)) return ok(reportOf(sight.value));
  const confirmed = await confirm(ports, sight.value, request);
  if (!confirmed.ok) return confirmed;
  return sight.value.damage === null ? underFence(ports, request) : overDamage(ports, sight.value);
}

function isWhole({ damage, missing, disks }: Sight): boolean {
  return damage === null && missing.length === 0 && disks.known.length === 0;
}

async function look(ports: EnginePorts): Promise<Result<Sight>> {
  const newest = await ports.store.read();
  const damage = newest.ok ? null : (newest.failures.find(isDamage) ?? null);
  if (!newest.ok && damage === null) return newest;
  const good = newest.ok ? newest : await ports.store.readLastGood();
  return good.ok ? seen(ports, good.value, damage) : good;
}

function isDamage(each: Failure): each is Damage {
  return each.reason === 'state_damaged';
}

async function seen(ports: EnginePorts, base: StateDocument | null, damage: Damage | null): Promise<Result<Sight>> {
  const found = await findNodes(ports);
  if (!found.ok) return found;
  const { folders } = found.value;
  const own = ownPart(base, found.value.nodes);
  const { nodes, misplaced } = placedNodes(found.value.nodes, own);
  const lives = own === null ? [] : livesOf(own);
  const missing = nodes.filter(({ file }) => !lives.some((life) => life.uuid === file.uuid));
  const disks = await findKeptDisks(ports, {
    document: own,
    named: nodes.flatMap(({ file }) => Object.values(file.disks)),
  });
  if (!disks.ok) return disks;
  // The record that a damaged one gives way to is older than the last agreement.
  const agreements = await readAgreements(ports, damage === null ? missing : nodes);
  if (!agreements.ok) return agreements;
  const strays = await unregisteredNodes(ports, base);
  if (!strays.ok) return strays;
  const next = rebuilt(ports, { base, found: nodes, retained: disks.value.known, folders, ...agreements.value });
  if (!next.ok) return next;
  const homeless = strays.value.found.filter(({ folder }) => folder === null);
  const { agreed } = agreements.value;
  return ok({
    base,
    damage,
    found: found.value,
    misplaced,
    missing,
    disks: disks.value,
    agreed,
    homeless,
    next: next.value,
  });
}

function rebuilt(
  { clock, version, identifiers }: EnginePorts,
  from: Omit<Rebuilding, 'at' | 'version' | 'sha256'>,
): Result<StateDocument> {
  return rebuildDocument({ ...from, at: clock.now(), version, sha256: identifiers.sha256 });
}

function confirm(ports: EnginePorts, sight: Sight, { yes }: AdoptRequest): Promise<Result<void>> {
  if (yes) return Promise.resolve(ok(undefined));
  const lines = adoptionLines(reportOf(sight), sight.base);
  return askFirst(ports, {
    command: 'recover --adopt',
    lines,
    expected: 'adopt',
    confirmed: ['recover', '--adopt', '--yes'],
  });
}

/** The record reads: its owner comes first, and what he did meanwhile is looked at again. */
async function underFence(ports: EnginePorts, { signal }: AdoptRequest): Promise<Result<AdoptReport>> {
  const ledger = await takeFence(leaveLogs(ports), { command: 'recover --adopt', signal });
  if (!ledger.ok) return untouched(ledger);
  const sight = await seen(ports, ledger.value.document, null);
  const committed = sight.ok ? await ledger.value.commit(() => sight.value.next) : sight;
  const released = await ledger.value.release();
  if (!sight.ok) return sight;
  if (!committed.ok) return committed;
  return released.ok ? ok(reportOf(sight.value)) : released;
}

/**
 * Who owns the deployment cannot be read: the owner of the last good version must be gone. Another that came since loses
 * its next commit to this one, or this one to it, because both need the same number.
 */
async function overDamage(ports: EnginePorts, sight: Sight): Promise<Result<AdoptReport>> {
  const { fence } = sight.next;
  const claim = judgeFence(fence, (owner) => ports.processes.judge(owner));
  if (claim.kind !== 'free') {
    const { command, identity, since } = claim.owner;
    const facts = { command, pid: identity.pid, since };
    return fail(
      claim.kind === 'held'
        ? failure('deployment_busy', { ...facts, waitedMs: 0 })
        : failure('owner_unverifiable', facts),
    );
  }
  // An epoch never grows faster than the version: beyond it no earlier owner can have been.
  const epoch = fence.epoch + 1 + versionOf(sight.damage);
  const committed = await ports.store.rebuild(releaseFence({ ...sight.next, fence: { ...fence, epoch } }));
  return committed.ok ? ok(reportOf(sight)) : committed;
}

function versionOf(damage: Damage | null): number {
  return Number(/(\d{10})\.json$/u.exec(damage?.file ?? '')?.[1] ?? 0);
}

function homelessAdvice({ made }: Unregistered): string {
  return `there is no folder to take it in from; put its folder back, or save what you need from inside and end it with stop ${made?.name ?? ''}`;
}

function reportOf({ damage, misplaced, missing, disks, found, agreed, homeless }: Sight): AdoptReport {
  return {
    damaged: damage?.file ?? null,
    adopted: missing.map(({ file, folder, vm, hasRun }) => ({
      name: file.name,
      uuid: file.uuid,
      folder,
      address: file.spec.address,
      state: vm === null ? (hasRun ? 'stopped' : 'creating') : vm.paused ? 'paused' : 'running',
      pid: vm?.identity.pid ?? null,
      protect: agreed.get(file.uuid)?.protect ?? false,
      agreedOnFile: agreed.get(file.uuid)?.isOnFile ?? false,
    })),
    retained: disks.known.map(({ node, disk, file }) => ({ node, disk, file })),
    leftAlone: [
      ...homeless.map((each) => ({ path: unregisteredWords(each), problem: homelessAdvice(each) })),
      ...misplaced.map(({ folder, problem }) => ({ path: folder, problem })),
      ...found.unreadable.map(({ folder, problem }) => ({ path: folder, problem })),
      ...disks.nameless.map((path) => ({ path, problem: 'nothing on file tells whose disk it was' })),
    ],
  };
}
