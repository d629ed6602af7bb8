import type { Grant } from '../core/plan/grant.ts';
import { replacementLines } from '../core/plan/replacement-lines.ts';
import { ok, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import { askFirst } from './ask-first.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { PlannedRequest } from './request.ts';
import type { Reviewed } from './review-plan.ts';

/** Asks before root disks go. Only `recreate` asks; what only creates or starts needs no answer. */
export async function confirmRecreate(
  ports: EnginePorts,
  request: PlannedRequest,
  about: { readonly reviewed: Reviewed; readonly document: StateDocument | null },
): Promise<Result<{ readonly asked: boolean }>> {
  const { reviewed, document } = about;
  const grants: readonly Grant[] = reviewed.grants;
  const replaces = grants.some(({ kind }) => kind === 'recreate');
  if (document === null || request.yes || !replaces) return ok({ asked: false });
  const { command } = request;
  const lines = replacementLines(document, reviewed.plan, grants);
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

/** One node is confirmed by its name, several or all by the command's. */
function expectedAnswer(command: string, grants: readonly Grant[]): string {
  const [only] = grants;
  return grants.length === 1 && typeof only?.node === 'string' ? only.node : command;
}
