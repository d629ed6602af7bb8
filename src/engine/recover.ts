import type { MutatingCommand } from '../core/plan/grant.ts';
import { noNode } from '../core/plan/no-node.ts';
import { recordedOrder } from '../core/plan/recorded-order.ts';
import { selectNodes } from '../core/plan/select-nodes.ts';
import { discover } from '../core/recovery/discover.ts';
import type { StepEvidence } from '../core/recovery/step-evidence.ts';
import { settleOperation, unanswered } from '../core/recovery/settle-operation.ts';
import { recoveredOperation } from '../core/report/recovered-operation.ts';
import type { RecoverReport } from '../core/report/recover-report.ts';
import { ok, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import { untouched } from '../core/untouched.ts';
import type { EnginePorts } from './engine-ports.ts';
import { takeFence } from './fence.ts';
import { gatherEvidence } from './recovery/gather-evidence.ts';
import { leaveLogs } from './recovery/leave-logs.ts';
import { judgeSteps } from './recovery/judge-steps.ts';
import { requireOwnDocument, requireRegistered } from './unregistered-nodes.ts';
import { resolveInterrupted } from './recovery/resolve.ts';

export interface RecoverRequest {
  /** Looks and judges, and records nothing. */
  readonly dryRun: boolean;
  /** A person has looked at what is `manual` and says that nothing of it is left; of these nodes, or of all. */
  readonly accept: { readonly nodes: readonly string[] | null } | null;
  readonly signal: AbortSignal;
}

/**
 * Judges what an interrupted operation left, and records it. Where nothing was interrupted it takes no lock and writes
 * nothing. It only ever reads and records: what is to be done is done by the next command under its own authority.
 */
export async function recover(ports: EnginePorts, request: RecoverRequest): Promise<Result<RecoverReport>> {
  const { dryRun, accept } = request;
  const read = await ports.store.read();
  if (!read.ok) return untouched(read);
  const document = read.value;
  const own = await requireOwnDocument(ports, document);
  if (!own.ok) return untouched(own);
  if ((document?.deployment ?? null) === null) {
    const registered = await requireRegistered(ports, document, 'all');
    if (!registered.ok) return untouched(registered);
  }
  const named = checkNames(document, accept?.nodes ?? null);
  if (!named.ok) return named;
  const owner = document?.fence.owner ?? null;
  if (document === null || (owner === null && document.operation === null)) return ok({ dryRun, operations: [] });
  if (dryRun) return ok({ dryRun, operations: await foresee(ports, document, request) });
  const ledger = await takeFence(leaveLogs(ports), {
    command: 'recover',
    signal: request.signal,
    whenFull: 'give_up_oldest',
    ...(accept === null ? {} : { unverifiableOwner: 'take' as const }),
  });
  if (!ledger.ok) return untouched(ledger);
  const resolved = await resolveInterrupted(ports, ledger.value, { by: 'recover', accepts: acceptsOf(request) });
  const released = await ledger.value.release();
  if (!resolved.ok || !released.ok) return resolved.ok ? (released as Result<never>) : resolved;
  if (resolved.value === null) return ok({ dryRun, operations: [] });
  const { operation, judged, isClosed } = resolved.value;
  return ok({
    dryRun,
    operations: [
      recoveredOperation(operation, judged, { status: isClosed ? 'closed' : 'open', document: ledger.value.document }),
    ],
  });
}

/** An answer about a node that is not there is an answer to another question. */
function checkNames(document: StateDocument | null, names: readonly string[] | null): Result<unknown> {
  const living = recordedOrder(document).filter(({ life }) => life !== 'destroyed');
  const open = discover(document)?.open.map(({ action }) => action.node) ?? [];
  const nodes = [
    ...living,
    ...open
      .filter((name) => name !== noNode && !living.some((node) => node.name === name))
      .map((name) => ({ name, address: '' })),
  ];
  return selectNodes(names, { nodes, skipped: [] });
}

/** The same verdicts without the right to record them. While the owner lives, all that can be said is that it works. */
async function foresee(
  ports: EnginePorts,
  document: StateDocument,
  request: RecoverRequest,
): Promise<RecoverReport['operations']> {
  const interrupted = discover(document);
  if (interrupted === null) return [];
  const { owner } = document.fence;
  const alive = owner !== null && ports.processes.judge(owner.identity) === 'alive';
  const evidence = alive
    ? new Map(interrupted.open.map((step) => [step.id, ownerAlive] as const))
    : await gatherEvidence(ports, document, interrupted);
  const judged = judgeSteps(ports, document, { interrupted, evidence, accepts: acceptsOf(request) });
  const interruptedBy: MutatingCommand = interrupted.operation.command;
  const open = alive || unanswered(judged, { by: 'recover', interrupted: interruptedBy }).length > 0;
  const after = settleOperation(document, { judged, at: ports.clock.now(), by: 'recover' }).document;
  return [recoveredOperation(interrupted.operation, judged, { status: open ? 'open' : 'closed', document: after })];
}

const ownerAlive: StepEvidence = { about: 'owner', seen: { kind: 'alive' } };

function acceptsOf({ accept }: RecoverRequest): (node: string) => boolean {
  return (node) => accept !== null && (accept.nodes?.includes(node) ?? true);
}
