import type { Destruction } from '../core/plan/destruction.ts';
import { destructionOf } from '../core/plan/destruction.ts';
import { destructionHash } from '../core/plan/destruction-hash.ts';
import { destructionLines } from '../core/plan/destruction-lines.ts';
import type { Authorized, Grant } from '../core/plan/grant.ts';
import type { LastWritten } from '../core/plan/written-words.ts';
import type { OperationReport } from '../core/report/operation-report.ts';
import { ok, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import { askFirst } from './ask-first.ts';
import { changeState } from './change-state.ts';
import type { EnginePorts } from './engine-ports.ts';
import { lastWritten } from './last-written.ts';
import type { StateRequest } from './request.ts';
import { reviewState } from './review-state.ts';

type Command = 'destroy' | 'purge';

/** Removes nodes and what is theirs, keeping persistent disks unless told otherwise. Asks first. */
export function destroy(ports: EnginePorts, request: StateRequest): Promise<Result<OperationReport>> {
  return changeState(ports, { command: 'destroy', request, confirm: confirmation(ports, 'destroy', request) });
}

/** Removes every node, every kept disk, keys, history and state. Asks first. The image cache stays. */
export function purge(ports: EnginePorts, request: StateRequest): Promise<Result<OperationReport>> {
  return changeState(ports, { command: 'purge', request, confirm: confirmation(ports, 'purge', request) });
}

/** What the command would do, and nothing of it done. */
export interface ForeseenDestruction {
  /** For `--expect-plan`. */
  readonly planHash: string;
  readonly destruction: Destruction;
  readonly lastWritten: LastWritten;
}

/** Read-only, and takes no lock. Fails for what the command itself would be refused for. */
export async function foreseeDestruction(
  ports: EnginePorts,
  foreseen: { readonly command: Command; readonly request: StateRequest },
): Promise<Result<ForeseenDestruction>> {
  const read = await ports.store.read();
  if (!read.ok) return read;
  const grants = reviewState(ports, foreseen, read.value);
  if (!grants.ok) return grants;
  const destruction = destructionOf(read.value, grants.value);
  const planHash = destructionHash(destruction, ports.identifiers.sha256);
  return ok({ planHash, destruction, lastWritten: await lastWritten(ports, filesOf(destruction)) });
}

function confirmation(ports: EnginePorts, command: Command, request: StateRequest) {
  return async (document: StateDocument, grants: readonly Authorized<Grant>[]): Promise<Result<string | null>> => {
    if (request.yes || grants.length === 0) return ok(null);
    const destruction = destructionOf(document, grants);
    const lines = destructionLines(destruction, await lastWritten(ports, filesOf(destruction)));
    const asked = await askFirst(ports, {
      command,
      lines,
      expected: expectedAnswer(command, grants),
      confirmed: confirmedWords(command, request),
    });
    return asked.ok ? ok(destructionHash(destruction, ports.identifiers.sha256)) : asked;
  };
}

function confirmedWords(command: Command, { scope, deletePersistent, expectPlan }: StateRequest): readonly string[] {
  const deletes = deletePersistent && command === 'destroy' ? ['--delete-persistent'] : [];
  const expected = expectPlan === null ? [] : ['--expect-plan', expectPlan];
  return [command, '--yes', ...deletes, ...expected, ...(scope ?? [])];
}

function filesOf({ nodes, retained }: Destruction): readonly string[] {
  return [...nodes.flatMap(({ disks }) => disks), ...retained].map(({ file }) => file);
}

/** One node is confirmed by its name, several or all by the command's. */
function expectedAnswer(command: string, grants: readonly Grant[]): string {
  const [only] = grants;
  return grants.length === 1 && typeof only?.node === 'string' ? only.node : command;
}
