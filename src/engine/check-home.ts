import type { Failure } from '../core/failure.ts';
import type { Authorized, Grant } from '../core/plan/grant.ts';
import { ok, type Result } from '../core/result.ts';
import { livesOf } from '../core/state/find-life.ts';
import type { StateDocument } from '../core/state/document.ts';
import type { StateChange } from './change-state.ts';
import type { EnginePorts } from './engine-ports.ts';
import { requireRegistered } from './unregistered-nodes.ts';

/**
 * Before anything is stopped or deleted: nothing may stand in the home that would stop a purge half-way, and no node of
 * ours may stand there unrecorded that the command would call done, or mistake for one of the record. A copy of a recorded
 * node's folder is no second node, and a stop, which goes by the process and deletes nothing, is not kept from it.
 */
export async function checkHome(
  ports: EnginePorts,
  change: StateChange,
  about: { readonly document: StateDocument | null; readonly grants: readonly Authorized<Grant>[] },
): Promise<Result<void>> {
  const { command, request } = change;
  const nothingToDo = about.grants.length === 0;
  const isWhole = command === 'purge' || (command === 'destroy' && request.scope === null);
  const names = about.grants.flatMap(({ node }) => node ?? []);
  const registered = await requireRegistered(ports, about.document, nothingToDo || isWhole ? 'all' : names);
  if (!registered.ok && command === 'stop' && registered.failures.every((each) => isOfRecorded(each, about.document)))
    return ok(undefined);
  if (!registered.ok || command !== 'purge') return registered;
  return ports.home.checkErasable(recordedPaths(about.document));
}

/** Whether all that it is about are other folders of nodes that are recorded. */
function isOfRecorded(failure: Failure, document: StateDocument | null): boolean {
  if (failure.reason !== 'unregistered_nodes' || failure.recordOf !== null || document === null) return false;
  const recorded = new Set<string>(livesOf(document).map(({ uuid }) => uuid));
  return failure.found.every(({ made, misplaced }) => misplaced !== null && made !== null && recorded.has(made.uuid));
}

function recordedPaths(document: StateDocument | null): readonly string[] {
  const living = (document === null ? [] : livesOf(document)).filter((node) => node.life !== 'destroyed');
  return [
    ...living.flatMap(({ folder, parts }) => [folder, ...parts.flatMap((part) => part.file ?? [])]),
    ...(document?.retained ?? []).map((disk) => disk.file),
  ];
}
