import { livesOf } from '../core/state/find-life.ts';
import type { StateDocument } from '../core/state/document.ts';
import type { EnginePorts } from './engine-ports.ts';
import { type SeenVm, vmsOfHome } from './vms-of-home.ts';

/**
 * VMs that run on files of this home and that the document does not name: their record is lost, and their node.json too
 * where the document was made up from those.
 */
export function strayVms(
  ports: Pick<EnginePorts, 'processes' | 'layout'>,
  document: StateDocument | null,
): readonly SeenVm[] {
  const lives = document === null ? [] : livesOf(document);
  const named = new Set(lives.filter(({ life }) => life !== 'destroyed').map(({ uuid }) => uuid));
  return vmsOfHome(ports).filter(({ uuid }) => !named.has(uuid));
}
