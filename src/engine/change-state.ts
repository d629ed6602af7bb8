import { failure } from '../core/failure.ts';
import type { Authorized, Grant, MutatingCommand } from '../core/plan/grant.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { untouched } from '../core/untouched.ts';
import type { StateDocument } from '../core/state/document.ts';
import { assessState, type StateNeed } from './assess-state.ts';
import { checkHome } from './check-home.ts';
import type { EnginePorts } from './engine-ports.ts';
import { takeFence } from './fence.ts';
import type { Ledger } from './ledger.ts';
import type { OperationEnd } from './operate.ts';
import type { Findings } from './preflight/findings.ts';
import { preflight } from './preflight/preflight.ts';
import type { OperationReport } from '../core/report/operation-report.ts';
import type { StateRequest } from './request.ts';
import { reviewState } from './review-state.ts';
import { mayYetPass } from './may-yet-pass.ts';
import { runState } from './run-state.ts';
import { settleInterrupted } from './settle-interrupted.ts';
import { stateReport } from './state-report.ts';
import { requireOwnDocument } from './unregistered-nodes.ts';
import { stopAnyway } from './stop-anyway.ts';

export type StateCommand = Extract<MutatingCommand, 'start' | 'stop' | 'restart' | 'destroy' | 'purge'>;

/** Those that must not be kept from their work by a full disk: they are how it becomes less full. */
const endsThings = { start: false, restart: false, stop: true, destroy: true, purge: true } as const satisfies {
  readonly [C in StateCommand]: boolean;
};

/** The commands that go by what is applied and committed, and read no manifest. */
export interface StateChange {
  readonly command: StateCommand;
  readonly request: StateRequest;
  /**
   * Asked once, before the deployment is taken; null where there is nothing to confirm. Gives the hash of what a person
   * has agreed to, or null when nobody was asked.
   */
  readonly confirm:
    | ((document: StateDocument, grants: readonly Authorized<Grant>[]) => Promise<Result<string | null>>)
    | null;
}

/** Authorises, asks, takes the deployment, looks again, and runs. Everything up to the fence only reads. */
export async function changeState(ports: EnginePorts, change: StateChange): Promise<Result<OperationReport>> {
  const read = await ports.store.read();
  const stopped = change.command === 'stop' ? await stopAnyway(ports, change.request, read) : null;
  if (stopped !== null) return stopped;
  if (!read.ok) return untouched(read);
  const document = read.value;
  const own = await requireOwnDocument(ports, document);
  if (!own.ok) return untouched(own);
  if (document === null) return withoutDocument(ports, change);
  const grants = reviewState(ports, change, document);
  if (!grants.ok) {
    const asks = change.confirm !== null && !change.request.yes;
    return asks || !(await mayYetPass(ports, document, grants)) ? grants : takeTurn(ports, change);
  }
  const isQuiet = document.fence.owner === null && document.operation === null;
  const checked = isQuiet ? await checkHome(ports, change, { document, grants: grants.value }) : ok(undefined);
  if (!checked.ok) return untouched(checked);
  const confirmed = change.confirm === null ? ok(null) : await change.confirm(document, grants.value);
  if (!confirmed.ok) return confirmed;
  // What comes to exist while this command waits for its turn was never agreed to.
  const agreed = confirmed.value === null ? change : withExpected(change, confirmed.value);
  if (isQuiet) {
    const before = await prepare(ports, agreed, document);
    if (!before.ok) return untouched(before);
    if (isSettled(before.value)) return ok(stateReport({ prepared: before.value, document, end: null }));
  }
  return takeTurn(ports, agreed);
}

async function takeTurn(ports: EnginePorts, change: StateChange): Promise<Result<OperationReport>> {
  const ledger = await takeFence(ports, {
    command: change.command,
    signal: change.request.signal,
    whenFull: endsThings[change.command] ? 'give_up_oldest' : 'fail',
  });
  return ledger.ok ? underFence(ports, change, ledger.value) : untouched(ledger);
}

function withExpected(change: StateChange, expectPlan: string): StateChange {
  return { ...change, request: { ...change.request, expectPlan } };
}

/** A script may destroy what is not there; to start or stop it is a mistake. */
async function withoutDocument(ports: EnginePorts, change: StateChange): Promise<Result<OperationReport>> {
  const grants = reviewState(ports, change, null);
  if (!grants.ok) return grants;
  const checked = await checkHome(ports, change, { document: null, grants: grants.value });
  if (!checked.ok) return untouched(checked);
  if (change.command !== 'destroy' && change.command !== 'purge') {
    return fail(failure('no_deployment', { command: change.command }));
  }
  return ok({ operationId: null, status: 'complete', nodes: [], steps: [], failures: [], retained: [] });
}

export interface PreparedState {
  readonly needs: readonly StateNeed[];
  readonly grants: readonly Authorized<Grant>[];
  readonly findings: Findings | null;
}

async function prepare(
  ports: EnginePorts,
  change: StateChange,
  document: StateDocument,
): Promise<Result<PreparedState>> {
  const grants = reviewState(ports, change, document);
  if (!grants.ok) return grants;
  const checked = await checkHome(ports, change, { document, grants: grants.value });
  if (!checked.ok) return untouched(checked);
  const needs = await assessState(ports, grants.value, document);
  if (!needs.ok) return needs;
  const tools = needs.value.some((node) => node.need === 'set_up') ? ports.guest.tools() : ok(undefined);
  if (!tools.ok) return tools;
  const findings = await findingsOf(ports, document, needs.value);
  return findings.ok ? ok({ needs: needs.value, grants: grants.value, findings: findings.value }) : findings;
}

/** Only a start needs anything from the host. */
async function findingsOf(
  ports: EnginePorts,
  document: StateDocument,
  needs: readonly StateNeed[],
): Promise<Result<Findings | null>> {
  const starting = needs.filter((node) => node.need === 'start' || node.need === 'restart');
  if (starting.length === 0 || document.deployment === null) return ok(null);
  const { envelope, runtime } = document.deployment;
  const arch = envelope.arch === 'native' ? ports.resources.arch() : envelope.arch;
  const starts = starting.filter((node) => !node.launched).map((node) => node.record);
  const restarts = starting.filter((node) => node.launched && node.need === 'restart').map((node) => node.record);
  const { applied } = document.deployment;
  const forwards = starts.flatMap((record) => applied[record.name]?.ports ?? []);
  const sharing = Object.values(document.nodes)
    .filter(({ life }) => life !== 'destroyed')
    .map(({ name, spec }) => ({ node: name, shares: spec.shares }));
  return preflight(ports, {
    arch,
    runtime,
    creates: [],
    replaces: [],
    kept: [],
    starts,
    restarts,
    resizes: [],
    forwards,
    userData: new Map(),
    sharing,
  });
}

/** What concerns no node, such as the home itself in a purge, is always still to be done. */
function isSettled({ grants, needs }: PreparedState): boolean {
  return grants.every((grant) => grant.node !== null) && needs.every((node) => node.need === 'nothing');
}

async function underFence(ports: EnginePorts, change: StateChange, ledger: Ledger): Promise<Result<OperationReport>> {
  const settled = await settleInterrupted(ports, ledger, change.command);
  const prepared = settled.ok ? await prepare(ports, change, ledger.document) : settled;
  if (!prepared.ok) {
    await ledger.release();
    return untouched(prepared);
  }
  for (const { need, record, trouble } of prepared.value.needs) {
    if (need !== 'nothing' && trouble !== null)
      ports.events.emit({ kind: 'warning', node: record.name, text: trouble });
  }
  const end = await runState(ports, ledger, { change, prepared: prepared.value });
  if (!end.ok) return end;
  const document = ledger.document;
  const discarded = await discardWhenPurged(ports, { change, document, end: end.value });
  return discarded.ok ? ok(stateReport({ prepared: prepared.value, document, end: end.value })) : discarded;
}

async function discardWhenPurged(
  ports: EnginePorts,
  ended: { readonly change: StateChange; readonly document: StateDocument; readonly end: OperationEnd },
): Promise<Result<void>> {
  const { change, document, end } = ended;
  if (change.command !== 'purge' || end.operation.status !== 'complete') return ok(undefined);
  return ports.store.discard(document);
}
