import { failure } from '../core/failure.ts';
import { destructionLines } from '../core/plan/destruction-lines.ts';
import type { Authorized, Grant } from '../core/plan/grant.ts';
import type { OperationReport } from '../core/report/operation-report.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import { changeState } from './change-state.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { StateRequest } from './request.ts';

/** Removes nodes and what is theirs, keeping persistent disks unless told otherwise. Asks first. */
export function destroy(ports: EnginePorts, request: StateRequest): Promise<Result<OperationReport>> {
  return changeState(ports, { command: 'destroy', request, confirm: confirmation(ports, 'destroy', request) });
}

/** Removes every node, every kept disk, keys, history and state. Asks first. The image cache stays. */
export function purge(ports: EnginePorts, request: StateRequest): Promise<Result<OperationReport>> {
  return changeState(ports, { command: 'purge', request, confirm: confirmation(ports, 'purge', request) });
}

function confirmation(ports: EnginePorts, command: 'destroy' | 'purge', request: StateRequest) {
  return async (document: StateDocument, grants: readonly Authorized<Grant>[]): Promise<Result<void>> => {
    if (request.yes || grants.length === 0) return ok(undefined);
    const lines = destructionLines(document, grants);
    const answer = await ports.approver.confirm({ command, lines, expected: expectedAnswer(command, grants) });
    if (answer === 'approved') return ok(undefined);
    return answer === 'no_terminal'
      ? fail(failure('confirmation_required', { command }))
      : fail(failure('declined', { command, typed: null }));
  };
}

/** One node is confirmed by its name, several or all by the command's. */
function expectedAnswer(command: string, grants: readonly Grant[]): string {
  const [only] = grants;
  return grants.length === 1 && typeof only?.node === 'string' ? only.node : command;
}
