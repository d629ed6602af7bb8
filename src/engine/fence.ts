import { failure } from '../core/failure.ts';
import { describeFailure } from '../core/failure-text.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { type FenceOwner, type RecordedEvent, stateSchema, type StateDocument } from '../core/state/document.ts';
import { livesOf } from '../core/state/find-life.ts';
import { emptyDocument } from '../core/state/empty-document.ts';
import { judgeFence, takeFence as withOwner } from '../core/state/fence.ts';
import { recordEvent } from '../core/state/record-event.ts';
import type { WhenFull } from '../ports/state-store.ts';
import type { EnginePorts } from './engine-ports.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { PlaceInLine } from './place-in-line.ts';

const waitLimitMs = 600_000;
/** Also bounds how long a free fence stays unnoticed. */
const pollMs = 200;

export type FencePorts = Pick<
  EnginePorts,
  'store' | 'home' | 'clock' | 'events' | 'processes' | 'identifiers' | 'waitingRoom' | 'version'
>;

export interface FenceRequest {
  /** As people know it, for those who wait: `up`, `destroy node-1`. */
  readonly command: string;
  readonly signal: AbortSignal;
  /** `take` when a person has said that an owner who cannot be judged from here is gone. */
  readonly unverifiableOwner?: 'take';
  /** For every commit of the command, the taking included; `fail` when it is not said. */
  readonly whenFull?: WhenFull;
}

/**
 * Makes this process the owner of the deployment, by a commit. Waits while a living owner has it, and says for whom:
 * `deployment_busy` after ten minutes, `interrupted` on an abort, `owner_unverifiable` when it cannot be told from here
 * whether the owner still runs. The first commit of all makes the home.
 */
export async function takeFence(ports: FencePorts, request: FenceRequest): Promise<Result<Ledger>> {
  const line = new PlaceInLine(ports);
  try {
    return await waitForFence(ports, request, line);
  } finally {
    await line.leave();
  }
}

/** Lets the fence go. A command that was fenced has nothing to let go, and is told so. */
export function releaseFence(ledger: Ledger): Promise<Result<void>> {
  return ledger.release();
}

async function waitForFence(ports: FencePorts, request: FenceRequest, line: PlaceInLine): Promise<Result<Ledger>> {
  const startedMs = ports.clock.monotonicMs();
  let announced: string | null = null;
  for (;;) {
    if (request.signal.aborted) return fail(failure('interrupted', { command: request.command, leaves: 'machines' }));
    const read = await ports.store.read();
    if (!read.ok) return read;
    const claim = judgeFence((read.value ?? emptyDocument(ports.version)).fence, (owner) =>
      ports.processes.judge(owner),
    );
    if (claim.kind === 'unverifiable' && request.unverifiableOwner !== 'take') {
      return fail(failure('owner_unverifiable', ownerFacts(claim.owner)));
    }
    if (await line.isMyTurn((read.value?.fence.epoch ?? 0) + 1, claim.kind === 'held' ? 'held' : 'free')) {
      const owned = await own(ports, { request, base: read.value, line });
      if (owned.ok || owned.failures[0]?.reason !== 'state_stale') return owned;
    }
    if (claim.kind === 'held') {
      const waitedMs = ports.clock.monotonicMs() - startedMs;
      if (waitedMs >= waitLimitMs) return fail(failure('deployment_busy', { ...ownerFacts(claim.owner), waitedMs }));
      if (announced !== claim.owner.token) ports.events.emit(waitingFor(claim.owner));
      announced = claim.owner.token;
    }
    await ports.clock.sleep(pollMs, request.signal);
  }
}

async function own(
  ports: FencePorts,
  attempt: { readonly request: FenceRequest; readonly base: StateDocument | null; readonly line: PlaceInLine },
): Promise<Result<Ledger>> {
  const owner: FenceOwner = {
    identity: ports.processes.self(),
    token: ports.identifiers.token(),
    command: attempt.request.command,
    since: ports.clock.now(),
  };
  const upgrade = upgradeOf(ports, attempt.base);
  const owned = withOwner(attempt.base ?? emptyDocument(ports.version), owner);
  const next = upgrade === null ? owned : recordEvent(owned, upgrade);
  const { whenFull = 'fail' } = attempt.request;
  const committed = await ports.store.commit(attempt.base, next, { whenFull });
  if (!committed.ok) return committed;
  if (upgrade !== null) ports.events.emit({ kind: 'note', text: upgrade.text });
  await cutLogs(ports, committed.value);
  const { token } = owner;
  return ok(createLedger({ ...ports, document: committed.value, token, place: attempt.line.take(), whenFull }));
}

/** What the commit that builds on a document of an older schema says of it. */
function upgradeOf({ store, clock }: FencePorts, base: StateDocument | null): RecordedEvent | null {
  const older = base === null ? null : store.olderOf(base);
  if (base === null || older === null) return null;
  const text = `the record of paddock ${base.writtenBy} (format ${String(older.schema)}) is now in format ${String(stateSchema)}; as it was it stays in ${older.file}`;
  const key = `state.upgraded/${String(stateSchema)}/${String(base.version)}`;
  return { key, at: clock.now(), kind: 'state.upgraded', node: null, operationId: null, text };
}

/** By every command that may write; a log that will not be cut keeps no command from its work. */
async function cutLogs(ports: FencePorts, document: StateDocument): Promise<void> {
  const living = livesOf(document).filter((node) => node.life !== 'destroyed');
  const cut = await ports.home.cutLogs(living.map((node) => node.folder));
  if (cut.ok) return;
  for (const each of cut.failures) {
    ports.events.emit({ kind: 'warning', node: null, text: describeFailure(each).message });
  }
}

function ownerFacts(owner: FenceOwner): {
  readonly command: string;
  readonly pid: number;
  readonly since: FenceOwner['since'];
} {
  return { command: owner.command, pid: owner.identity.pid, since: owner.since };
}

function waitingFor(owner: FenceOwner) {
  return {
    kind: 'waiting',
    node: null,
    what: `${owner.command} (pid ${String(owner.identity.pid)}), which has held the deployment since ${owner.since}`,
    limitMs: waitLimitMs,
  } as const;
}
