import type { NodeName } from '../core/names.ts';
import type { Evidence } from '../core/recovery/evidence.ts';
import { monitorTrouble } from '../core/recovery/observed-state.ts';
import type { EnginePorts } from './engine-ports.ts';

/** Says what keeps the VM of a node that was looked at from being asked anything; nothing where its monitor answers. */
export function warnOfMonitor(
  { events }: Pick<EnginePorts, 'events'>,
  node: NodeName,
  evidence: Evidence | undefined,
): void {
  const trouble = evidence === undefined ? null : monitorTrouble(evidence);
  if (trouble !== null) events.emit({ kind: 'warning', node, text: trouble });
}
