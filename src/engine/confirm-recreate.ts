import type { Grant } from '../core/plan/grant.ts';
import { replacementLines } from '../core/plan/replacement-lines.ts';
import { ok, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import { isDiskPart } from '../core/state/is-disk-part.ts';
import { livesOf } from '../core/state/find-life.ts';
import { askFirst } from './ask-first.ts';
import type { EnginePorts } from './engine-ports.ts';
import { lastWritten } from './last-written.ts';
import type { PlannedRequest } from './request.ts';
import type { Reviewed } from './review-plan.ts';

/**
 * Asks before root disks go. Only `recreate` asks, and always: it was typed with an old lab in mind, also where it would
 * only create, because another home or an ended lab was met.
 */
export async function confirmRecreate(
  ports: EnginePorts,
  request: PlannedRequest,
  about: { readonly reviewed: Reviewed; readonly document: StateDocument | null },
): Promise<Result<{ readonly asked: boolean }>> {
  const { reviewed, document } = about;
  const grants: readonly Grant[] = reviewed.grants;
  const { command } = request;
  if (command !== 'recreate' || request.yes || grants.length === 0) return ok({ asked: false });
  const written = await lastWritten(ports, document === null ? [] : diskFiles(document));
  const lines = replacementLines(document, reviewed.plan, { grants, written });
  const { expectPlan, wait, scope } = request;
  const expected = expectPlan === null ? [] : ['--expect-plan', expectPlan];
  const approved = await askFirst(ports, {
    command,
    lines,
    expected: expectedAnswer(command, grants),
    confirmed: [command, '--yes', ...expected, ...(wait === 'ready' ? [] : ['--no-wait']), ...(scope ?? [])],
  });
  return approved.ok ? ok({ asked: true }) : approved;
}

function diskFiles(document: StateDocument): readonly string[] {
  const disks = livesOf(document).flatMap(({ parts }) => parts.filter(isDiskPart));
  return [...disks, ...document.retained].flatMap(({ file }) => file ?? []);
}

/** One node is confirmed by its name, several or all by the command's. */
function expectedAnswer(command: string, grants: readonly Grant[]): string {
  const [only] = grants;
  return grants.length === 1 && typeof only?.node === 'string' ? only.node : command;
}
