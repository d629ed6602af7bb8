import { destructionDocument } from '../ui/destruction-document.ts';
import { destructionText } from '../ui/destruction-text.ts';
import type { CommandOutcome, Invocation } from './command.ts';
import { operationOutcome } from './operation-outcome.ts';
import { stateRequest } from './state-request.ts';

/** Runs `destroy` or `purge`, or shows what it would do. */
export async function runDestruction(invocation: Invocation, command: 'destroy' | 'purge'): Promise<CommandOutcome> {
  const ports = await invocation.ports();
  if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
  const request = stateRequest(invocation);
  const { destroy, foreseeDestruction, purge } = await import('../engine/destroy.ts');
  if (invocation.options['dryRun'] !== true) {
    const act = command === 'purge' ? purge : destroy;
    return operationOutcome(command, await act(ports.value, request), invocation);
  }
  const foreseen = await foreseeDestruction(ports.value, { command, request });
  if (!foreseen.ok) return { kind: 'failed', failures: foreseen.failures, report: null };
  const view = { command, ...foreseen.value };
  return { kind: 'result', exit: 0, document: destructionDocument(view), text: destructionText(view) };
}
