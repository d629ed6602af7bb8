import { type DiskStall, readDiskStall } from '../core/qemu/disk-stall.ts';
import type { QmpClient } from './qmp-client.ts';

/** The disk that keeps a VM from running; null when QEMU names none. */
export async function askDiskStall(client: QmpClient, limitMs: number): Promise<DiskStall | null> {
  const reply = await client.execute('query-block', { limitMs });
  return reply.ok ? readDiskStall(reply.value) : null;
}
