import { authorizeState } from '../core/plan/authorize-state.ts';
import { type Destruction, destructionOf } from '../core/plan/destruction.ts';
import { destructionHash } from '../core/plan/destruction-hash.ts';
import type { Authorized, Grant } from '../core/plan/grant.ts';
import { planChanged } from '../core/plan/plan-changed.ts';
import { fail, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import type { StateChange } from './change-state.ts';
import type { EnginePorts } from './engine-ports.ts';

/** What a command that goes by the record may do, or every reason why it may not. Nothing has been touched. */
export function reviewState(
  { identifiers }: Pick<EnginePorts, 'identifiers'>,
  { command, request }: Pick<StateChange, 'command' | 'request'>,
  document: StateDocument | null,
): Result<readonly Authorized<Grant>[]> {
  const { scope, force, deletePersistent, expectPlan } = request;
  const grants = authorizeState({ command, document, scope, force, deletePersistent });
  if (!grants.ok || expectPlan === null) return grants;
  const destruction = destructionOf(document, grants.value);
  const hash = destructionHash(destruction, identifiers.sha256);
  if (hash === expectPlan) return grants;
  const options = deletePersistent && command === 'destroy' ? ['--delete-persistent'] : [];
  const next = [command, '--dry-run', ...options, ...(scope ?? [])];
  return fail(planChanged(expectPlan, { hash, nodes: nodesNow(destruction), shared: [], next }));
}

function nodesNow({ nodes }: Destruction) {
  return nodes.map(({ name, disks }) => ({ node: name, now: endWords(disks), changes: [] }));
}

function endWords(disks: Destruction['nodes'][number]['disks']): string {
  const count = (end: 'deleted' | 'kept'): number => disks.filter((disk) => disk.end === end).length;
  return `ended, ${String(count('deleted'))} disks deleted and ${String(count('kept'))} kept`;
}
