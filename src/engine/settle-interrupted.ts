import type { MutatingCommand } from '../core/plan/grant.ts';
import { failure } from '../core/failure.ts';
import { unanswered } from '../core/recovery/settle-operation.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { Ledger } from './ledger.ts';
import { isUndecided, judgedWords } from './recovery/judge-steps.ts';
import { resolveInterrupted, type ResolvePorts } from './recovery/resolve.ts';

export type SettlingPorts = ResolvePorts & Pick<EnginePorts, 'events'>;

/**
 * An operation that is open while the deployment is ours was interrupted. Every step gets its verdict from evidence, and
 * all verdicts are one commit. Where one cannot be told, the command is refused, and the refusal names what was seen.
 * Reads and records only: nothing is started, stopped, continued, deleted or repeated here.
 */
export async function settleInterrupted(
  ports: SettlingPorts,
  ledger: Ledger,
  command: MutatingCommand,
): Promise<Result<void>> {
  const resolved = await resolveInterrupted(ports, ledger, { by: command, accepts: () => false });
  if (!resolved.ok) return resolved;
  if (resolved.value === null) return ok(undefined);
  const { operation, judged, isClosed } = resolved.value;
  const { id: operationId, command: interrupted } = operation;
  if (isClosed) {
    const text = `${interrupted} (operation ${operationId}) was interrupted; its steps were settled from evidence`;
    ports.events.emit({ kind: 'note', text });
    return ok(undefined);
  }
  const open = unanswered(judged, { by: command, interrupted });
  const evidence = open.map(judgedWords);
  if (open.some(isUndecided)) {
    const manual = open.some(({ verdict }) => verdict === 'manual');
    return fail(failure('recovery_undecided', { operationId, command: interrupted, evidence, manual }));
  }
  const next = [[interrupted, ...new Set(open.map(({ step }) => step.action.node))]];
  return fail(failure('operation_interrupted', { operationId, command: interrupted, evidence, next }));
}
