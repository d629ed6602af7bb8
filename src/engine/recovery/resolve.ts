import type { MutatingCommand } from '../../core/plan/grant.ts';
import { canonicalText } from '../../core/state/canonical-text.ts';
import { discover, type Interrupted } from '../../core/recovery/discover.ts';
import { type JudgedStep, settleOperation } from '../../core/recovery/settle-operation.ts';
import { failure } from '../../core/failure.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { StateDocument } from '../../core/state/document.ts';
import type { Operation } from '../../core/state/operation.ts';
import type { StateStore } from '../../ports/state-store.ts';
import type { Ledger } from '../ledger.ts';
import { gatherEvidence } from './gather-evidence.ts';
import { judgeSteps, type JudgingPorts } from './judge-steps.ts';

/** Evidence that the state has moved away under is gathered again so often. */
const mostRounds = 3;

export interface Resolved {
  readonly operation: Operation;
  readonly judged: readonly JudgedStep[];
  /** False while a step keeps the operation open. */
  readonly isClosed: boolean;
}

export interface Resolving {
  readonly by: MutatingCommand | 'recover';
  /** Nodes for which a person has answered what would be `manual`. */
  readonly accepts: (node: string) => boolean;
}

export type ResolvePorts = JudgingPorts & { readonly store: Pick<StateStore, 'archive'> };

/**
 * Judges what an interrupted operation left and commits the verdicts, from evidence that is still about the same state:
 * a node or the operation that changed meanwhile is `stale` and looked at again. Null when nothing is open.
 * Precondition: the deployment is ours. Reads and records only.
 */
export async function resolveInterrupted(
  ports: ResolvePorts,
  ledger: Ledger,
  resolving: Resolving,
): Promise<Result<Resolved | null>> {
  for (let round = 0; round < mostRounds; round += 1) {
    const basis = ledger.document;
    const interrupted = discover(basis);
    if (interrupted === null) return ok(null);
    const evidence = await gatherEvidence(ports, basis, interrupted);
    const judged = judgeSteps(ports, basis, { interrupted, evidence, accepts: resolving.accepts });
    const resolved = await commitVerdicts(ports, ledger, { ...resolving, basis, interrupted, judged });
    if (!resolved.ok || resolved.value !== 'stale') return resolved as Result<Resolved>;
  }
  return fail(failure('state_stale', { version: ledger.document.version }));
}

interface Verdicts extends Resolving {
  readonly basis: StateDocument;
  readonly interrupted: Interrupted;
  readonly judged: readonly JudgedStep[];
}

async function commitVerdicts(
  { store, clock }: ResolvePorts,
  ledger: Ledger,
  { basis, interrupted, judged, by }: Verdicts,
): Promise<Result<Resolved | 'stale'>> {
  const settling = { judged, at: clock.now(), by };
  const { closed } = settleOperation(basis, settling);
  // The archive is written first: a crash in between leaves an operation that is still open, never one that is lost.
  if (closed !== null) await store.archive(closed, { whenFull: ledger.whenFull, owner: ledger.token });
  const moved = { away: false };
  const committed = await ledger.commit((document) => {
    moved.away = subject(document, interrupted) !== subject(basis, interrupted);
    return moved.away ? document : settleOperation(document, settling).document;
  });
  if (!committed.ok) return committed;
  return ok(moved.away ? 'stale' : { operation: interrupted.operation, judged, isClosed: closed !== null });
}

/** All that the evidence was about, as text. */
function subject(document: StateDocument, { open }: Interrupted): string {
  const nodes = [...new Set(open.map((step) => step.action.node))].map((name) => document.nodes[name] ?? null);
  return canonicalText([document.operation, document.deployment, document.replacements, ...nodes]);
}
