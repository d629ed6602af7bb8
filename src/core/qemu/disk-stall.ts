import * as z from 'zod';

/** A disk that keeps its VM from running: QEMU tries the same write again once it is told to go on, so nothing is lost. */
export interface DiskStall {
  readonly file: string;
  /** True when the host's file system is full, false for any other error. */
  readonly noSpace: boolean;
}

const blockReply = z.array(
  z.object({
    'io-status': z.string().optional(),
    inserted: z.object({ file: z.string() }).optional(),
  }),
);

/** The first disk that stalls its VM, from `query-block`; null when none says so. */
export function readDiskStall(reply: unknown): DiskStall | null {
  const disks = blockReply.safeParse(reply).data ?? [];
  const stalled = disks.find((disk) => disk['io-status'] !== undefined && disk['io-status'] !== 'ok');
  if (stalled?.inserted === undefined) return null;
  return { file: stalled.inserted.file, noSpace: stalled['io-status'] === 'nospace' };
}
