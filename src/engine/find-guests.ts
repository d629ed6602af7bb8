import { failure, type Failure } from '../core/failure.ts';
import { recordedOrder } from '../core/plan/recorded-order.ts';
import { selectNodes } from '../core/plan/select-nodes.ts';
import type { Evidence } from '../core/recovery/evidence.ts';
import { all, fail, type Result } from '../core/result.ts';
import type { NodeRecord } from '../core/state/document.ts';
import { notRunning } from '../core/state/not-running.ts';
import type { GuestTarget } from '../ports/guest.ts';
import { untouched } from '../core/untouched.ts';
import { unknownVm } from '../core/recovery/unknown-vm.ts';
import type { EnginePorts } from './engine-ports.ts';
import { guestTarget } from './guest-target.ts';
import { noDeployment } from './no-deployment.ts';
import { observeNodes } from './observe-nodes.ts';
import { readUsable, standingOf, type UsableDocument } from './read-usable.ts';
import { warnOfMonitor } from './warn-of-monitor.ts';

/** How to reach the named nodes, or all that exist: all of them run, or each that does not is a failure. Takes no lock. */
export async function findGuests(
  ports: EnginePorts,
  query: { readonly scope: readonly string[] | null; readonly command: string },
): Promise<Result<readonly GuestTarget[]>> {
  const read = await readUsable(ports);
  if (!read.ok) return untouched(read);
  const { document, note } = read.value;
  if (note !== null) ports.events.emit({ kind: 'note', text: note });
  const deployment = document?.deployment ?? null;
  if (document === null || deployment === null) return noDeployment(ports, query.command);
  const living = recordedOrder(document).filter((node) => node.life !== 'destroyed');
  const chosen = selectNodes(query.scope, { nodes: living, skipped: [] });
  if (!chosen.ok) return chosen;
  const records = living.filter((record) => chosen.value?.includes(record.name) ?? true);
  const evidence = await observeNodes(ports, records);
  for (const { name, uuid } of records) warnOfMonitor(ports, name, evidence.get(uuid));
  const stopped = records.flatMap((record): readonly Failure[] =>
    notAnswering(read.value, record, evidence.get(record.uuid)),
  );
  return stopped.length > 0 ? fail(...stopped) : all(records.map(guestTarget));
}

function notAnswering(usable: UsableDocument, record: NodeRecord, seen: Evidence | undefined): readonly Failure[] {
  const standing = standingOf(usable, record.name);
  if (seen?.kind === 'not_running') return [notRunning(usable.document, record, standing)];
  if (seen?.kind === 'unknown' && seen.why === 'other_home') return [unknownVm(record.name, seen)];
  return seen?.kind === 'running' && seen.paused ? [failure('vm_paused', { node: record.name, standing })] : [];
}
