import { wayOfShares } from '../core/share/way-of-shares.ts';
import type { NodeRecord } from '../core/state/document.ts';
import type { EnginePorts } from './engine-ports.ts';
import { shareSockets } from './share-sockets.ts';

/**
 * Shares of a running VM whose server is gone, in words. QEMU cannot take a new server for a device that had one, so only
 * a restart of the VM brings the share back.
 */
export function shareTrouble(
  { hypervisor, layout }: Pick<EnginePorts, 'hypervisor' | 'layout'>,
  record: NodeRecord,
): readonly string[] {
  const sockets = shareSockets(layout, record);
  // QEMU itself serves them over 9p, as long as it runs.
  if (sockets.length === 0 || wayOfShares(record) === '9p') return [];
  const served = hypervisor.servedShares(sockets);
  return record.spec.shares.flatMap((share, index) =>
    served.includes(sockets[index] ?? '')
      ? []
      : [`share ${share.guest}: its server on the host has ended; it comes back with: paddock restart ${record.name}`],
  );
}
