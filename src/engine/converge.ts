import { type Failed, fail, ok, type Result } from '../core/result.ts';
import { untouched } from '../core/untouched.ts';
import type { StateDocument } from '../core/state/document.ts';
import { appliedDiffers } from '../core/state/commit-applied.ts';
import { confirmRecreate } from './confirm-recreate.ts';
import type { EnginePorts } from './engine-ports.ts';
import { takeFence } from './fence.ts';
import { firstLook, isQuiet, type FirstLook } from './first-look.ts';
import type { Ledger } from './ledger.ts';
import type { Findings } from './preflight/findings.ts';
import { takenPorts } from './preflight/taken-ports.ts';
import { preflight } from './preflight/preflight.ts';
import type { OperationReport } from '../core/report/operation-report.ts';
import type { PlannedRequest } from './request.ts';
import { reviewPlan, type Reviewed } from './review-plan.ts';
import { settleInterrupted } from './settle-interrupted.ts';
import { requireDisksRegistered } from './unregistered-disks.ts';
import { requireOwnDocument, requireRegistered } from './unregistered-nodes.ts';
import { newForwards, planNeeds } from './plan-needs.ts';
import { mayYetPass } from './may-yet-pass.ts';
import { planReport, settledReport } from './plan-report.ts';
import { runPlan } from './run-plan.ts';
import { assessPlan, type NodeNeed } from './assess-plan.ts';

/**
 * The flow of every command that goes by a plan: review → assess → preflight → ask → take the deployment → look again → run.
 * Everything up to the fence only reads, so a refusal has changed nothing.
 */
export async function converge(
  ports: EnginePorts,
  request: PlannedRequest,
  begun?: FirstLook,
): Promise<Result<OperationReport>> {
  const { document: read, looks } = begun ?? (await firstLook(ports, request));
  if (!read.ok) return untouched(read);
  const document = read.value;
  const own = await requireOwnDocument(ports, document);
  if (!own.ok) return untouched(own);
  const reviewed = reviewPlan(ports, request, document);
  if (!reviewed.ok) {
    const strays = await requireMadeRegistered(ports, document, reviewed);
    if (!strays.ok) return strays;
    const asks = request.command === 'recreate' && !request.yes;
    if (asks || !(await mayYetPass(ports, document, reviewed))) return reviewed;
    return takeTurn(ports, { request, before: null, document });
  }
  const before = isQuiet(document) ? await prepare(ports, reviewed.value, { document, looks }) : ok(null);
  if (!before.ok) return untouched(before);
  if (document !== null && before.value !== null && isSettled(request, before.value, document)) {
    return ok(settledReport(before.value, document));
  }
  const confirmed = await confirmRecreate(ports, request, { reviewed: reviewed.value, document });
  if (!confirmed.ok) return confirmed;
  // What a person has said yes to is what they were shown, whatever another command has done in the meantime.
  const expectPlan = confirmed.value.asked ? reviewed.value.plan.planHash : request.expectPlan;
  return takeTurn(ports, { request: { ...request, expectPlan }, before: before.value, document });
}

export interface Prepared extends Reviewed {
  readonly needs: readonly NodeNeed[];
  readonly findings: Findings | null;
}

/** Reviewed, assessed and checked against the host: all that can be known without changing anything. */
async function prepare(
  ports: EnginePorts,
  reviewed: Reviewed,
  seen: Pick<Begun, 'document'> & Pick<FirstLook, 'looks'>,
): Promise<Result<Prepared>> {
  const { document } = seen;
  const needs = await assessPlan(ports, reviewed, seen);
  if (!needs.ok) return needs;
  const registered = await requireNoStrays(ports, document, needs.value);
  if (!registered.ok) return registered;
  const hostNeeds = planNeeds(ports, { reviewed, needs: needs.value, document });
  if (hostNeeds === null) {
    // Guests alone are to be reached: only what reaches them is needed.
    const tools = needs.value.some((node) => node.need === 'set_up') ? ports.guest.tools() : ok(undefined);
    const taken = await takenPorts(ports, newForwards(needs.value));
    if (!tools.ok || taken.length > 0) return fail(...(tools.ok ? [] : tools.failures), ...taken);
    return ok({ ...reviewed, needs: needs.value, findings: null });
  }
  const findings = await preflight(ports, hostNeeds);
  return findings.ok ? ok({ ...reviewed, needs: needs.value, findings: findings.value }) : findings;
}

/** Who is said to be not created yet may stand there, in no record: then `up` would not be the answer. */
async function requireMadeRegistered(
  ports: EnginePorts,
  document: StateDocument | null,
  { failures }: Failed,
): Promise<Result<void>> {
  const absent = failures.flatMap((each) => (each.reason === 'not_created' ? each.nodes : []));
  return absent.length === 0 ? ok(undefined) : requireRegistered(ports, document, absent);
}

/** What is made could be there already; what is started or changed could be another of the same name. */
async function requireNoStrays(
  ports: EnginePorts,
  document: StateDocument | null,
  needs: readonly NodeNeed[],
): Promise<Result<void>> {
  const acted = needs.filter(({ need }) => need !== 'nothing').map(({ name }) => name);
  const created = needs.filter(({ record }) => record === null).map(({ name }) => name);
  if (acted.length === 0) return ok(undefined);
  const registered = await requireRegistered(ports, document, created.length > 0 ? 'all' : acted);
  return registered.ok ? requireDisksRegistered(ports, document, created) : registered;
}

/** A resize agrees to sizes alone: what else differs is for `up`. */
function isSettled({ command }: PlannedRequest, prepared: Prepared, document: StateDocument): boolean {
  const agreed = command === 'resize' || !appliedDiffers(document, prepared.plan);
  return agreed && prepared.needs.every((node) => node.need === 'nothing');
}

interface Begun {
  readonly request: PlannedRequest;
  readonly before: Prepared | null;
  readonly document: StateDocument | null;
}

async function takeTurn(ports: EnginePorts, begun: Begun): Promise<Result<OperationReport>> {
  const { command, signal } = begun.request;
  const ledger = await takeFence(ports, { command, signal });
  return ledger.ok ? underFence(ports, begun, ledger.value) : untouched(ledger);
}

async function underFence(ports: EnginePorts, begun: Begun, ledger: Ledger): Promise<Result<OperationReport>> {
  const current = await prepareAgain(ports, begun, ledger);
  if (!current.ok) {
    await ledger.release();
    return untouched(current);
  }
  const end = await runPlan(ports, ledger, { request: begun.request, prepared: current.value });
  return end.ok ? ok(planReport(current.value, end.value, ledger.document)) : end;
}

/** The document may have moved while this command waited for its turn: then everything is looked at again. */
async function prepareAgain(ports: EnginePorts, begun: Begun, ledger: Ledger): Promise<Result<Prepared>> {
  const settled = await settleInterrupted(ports, ledger, begun.request.command);
  if (!settled.ok) return settled;
  // Taking the fence is one commit of our own, so an untouched document has moved by exactly one version.
  const isUntouched = ledger.document.version === (begun.document?.version ?? 0) + 1;
  if (isUntouched && begun.before !== null) return ok(begun.before);
  const reviewed = reviewPlan(ports, begun.request, ledger.document);
  return reviewed.ok ? prepare(ports, reviewed.value, { document: ledger.document, looks: new Map() }) : reviewed;
}
