import type { MutatingCommand } from '../core/plan/grant.ts';
import { failure } from '../core/failure.ts';
import { judgeStep, needsEvidence } from '../core/recovery/judge-step.ts';
import type { Evidence } from '../core/recovery/evidence.ts';
import { type JudgedStep, settleOperation, unsettled } from '../core/recovery/settle-operation.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { findLife } from '../core/state/find-life.ts';
import type { StateDocument } from '../core/state/document.ts';
import type { StepRecord } from '../core/state/operation.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { Ledger } from './ledger.ts';
import { observeNodes } from './observe-nodes.ts';

/**
 * An operation that is open while the deployment is ours was interrupted. Every step gets its verdict from evidence, and
 * all verdicts are one commit. Where one cannot be told, nothing is recorded, and the refusal names what was seen.
 * Reads and records only: nothing is started, stopped, continued, deleted or repeated here.
 */
export async function settleInterrupted(
  ports: EnginePorts,
  ledger: Ledger,
  command: MutatingCommand,
): Promise<Result<void>> {
  const { operation } = ledger.document;
  if (operation === null) return ok(undefined);
  const seen = await judgeSteps(ports, ledger.document);
  const judged = ends.has(command) ? seen.map(goOn) : seen;
  const open = unsettled(judged);
  if (open.length > 0) {
    const { id: operationId, command: interrupted } = operation;
    const unfinished = open.filter(({ verdict }) => verdict === 'unfinished').map(({ step }) => step.action.node);
    const next = unfinished.length === open.length ? [[interrupted, ...new Set(unfinished)]] : [];
    const evidence = open.map(describe);
    return fail(failure('operation_interrupted', { operationId, command: interrupted, evidence, next }));
  }
  const at = ports.clock.now();
  const { closed } = settleOperation(ledger.document, { judged, at });
  if (closed !== null) await ports.store.archive(closed);
  const committed = await ledger.commit((document) => settleOperation(document, { judged, at }).document);
  if (!committed.ok) return committed;
  const text = `${operation.command} (operation ${operation.id}) was interrupted; its steps were settled from evidence`;
  ports.events.emit({ kind: 'note', text });
  return ok(undefined);
}

/** Commands that end VMs may finish what another of them began; anything else would work against it. */
const ends: ReadonlySet<MutatingCommand> = new Set(['stop', 'restart', 'reload', 'recreate', 'destroy', 'purge']);

function goOn(seen: Seen): Seen {
  return seen.verdict === 'unfinished' ? { ...seen, verdict: 'lost' } : seen;
}

interface Seen extends JudgedStep {
  readonly evidence: Evidence | null;
}

async function judgeSteps(ports: EnginePorts, document: StateDocument): Promise<readonly Seen[]> {
  const steps = document.operation?.steps ?? [];
  const records = new Set(steps.filter(needsEvidence).flatMap((step) => findLife(document, step.action) ?? []));
  const evidence = await observeNodes(ports, [...records]);
  return steps.map((step) => {
    const seen = needsEvidence(step) ? (evidence.get(step.action.uuid) ?? null) : null;
    return judged(ports, step, seen);
  });
}

function judged(ports: EnginePorts, step: StepRecord, evidence: Evidence | null): Seen {
  const verdict = judgeStep(step, evidence);
  if (verdict !== 'adopt' || evidence?.kind !== 'running') return { step, verdict, found: null, evidence };
  const process = evidence.pid === null ? null : ports.processes.inspect(evidence.pid);
  // A VM whose process cannot be read cannot be recorded as ours.
  if (process?.kind !== 'present') return { step, verdict: 'manual', found: null, evidence };
  return { step, verdict, found: { identity: process.identity, paused: evidence.paused }, evidence };
}

function describe({ step, verdict, evidence }: Seen): string {
  const vm = evidence === null ? '' : `, its VM is ${evidence.kind}${'why' in evidence ? ` (${evidence.why})` : ''}`;
  return `${step.id} was ${step.state}${vm}: ${verdict}`;
}
