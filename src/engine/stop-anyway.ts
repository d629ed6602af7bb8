import type { OperationReport } from '../core/report/operation-report.ts';
import type { Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import type { EnginePorts } from './engine-ports.ts';
import { readUsable } from './read-usable.ts';
import type { StateRequest } from './request.ts';
import { stopUnrecorded } from './stop-unrecorded.ts';
import { strayVms } from './stray-vms.ts';

/**
 * However the record is, its VMs can be stopped: from what is known of them, and be that only what their processes tell.
 * Null where the record knows all that was asked for.
 */
export async function stopAnyway(
  ports: EnginePorts,
  request: StateRequest,
  read: Result<StateDocument | null>,
): Promise<Result<OperationReport> | null> {
  const { scope } = request;
  const usable = await readUsable(ports);
  const known = usable.ok ? usable.value : { document: null, fromFolders: [], note: null };
  const isMeant = (name: string): boolean => scope?.includes(name) ?? true;
  const strays = strayVms(ports, known.document).filter(({ name }) => isMeant(name));
  const names = strays.map(({ name }) => name).join(', ');
  const hasRecord = read.ok && read.value !== null;
  const isWanting = !hasRecord || scope !== null ? strays.length > 0 : false;
  const isUnread = !read.ok && known.document !== null;
  if (!isUnread && !isWanting && !known.fromFolders.some(isMeant)) {
    for (const { name: node, pid } of strays) {
      const text = `its VM runs as pid ${String(pid)}, and no record names it; it ends with: paddock stop ${node}`;
      ports.events.emit({ kind: 'warning', node, text });
    }
    return null;
  }
  const nodes = known.document?.nodes ?? {};
  const recorded = scope?.filter((name) => name in nodes || !strays.some((vm) => vm.name === name)) ?? null;
  const why = known.note ?? `no record names ${names}`;
  ports.events.emit({ kind: 'warning', node: null, text: `${why}; nothing is recorded` });
  return stopUnrecorded(ports, request, { document: known.document, scope: recorded, strays });
}
