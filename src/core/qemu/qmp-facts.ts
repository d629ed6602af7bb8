import * as z from 'zod';

const uuidReply = z.object({ UUID: z.string() });
const nameReply = z.object({ name: z.string().optional() });
const statusReply = z.object({ status: z.string(), running: z.boolean() });
const cpusReply = z.array(z.unknown());
const memoryReply = z.object({ 'base-memory': z.number(), 'plugged-memory': z.number().optional() });

/** Who a VM says it is, from `query-uuid` and `query-name`; null when the replies are not what QEMU says. */
export function readIdentity(
  uuid: unknown,
  name: unknown,
): { readonly uuid: string; readonly name: string | null } | null {
  const uuidRead = uuidReply.safeParse(uuid);
  const nameRead = nameReply.safeParse(name);
  if (!uuidRead.success || !nameRead.success) return null;
  return { uuid: uuidRead.data.UUID.toLowerCase(), name: nameRead.data.name ?? null };
}

/** Run state of a VM that stands still because a disk could not be written or read. */
export const ioError = 'io-error';

/** Run state, from `query-status`. */
export function readStatus(reply: unknown): { readonly status: string; readonly running: boolean } | null {
  return statusReply.safeParse(reply).data ?? null;
}

/** Number of CPUs, from `query-cpus-fast`. */
export function readCpuCount(reply: unknown): number | null {
  return cpusReply.safeParse(reply).data?.length ?? null;
}

/** Boot memory and what was plugged since, from `query-memory-size-summary`. */
export function readMemoryBytes(reply: unknown): number | null {
  const read = memoryReply.safeParse(reply).data;
  return read === undefined ? null : read['base-memory'] + (read['plugged-memory'] ?? 0);
}

const chardevsReply = z.array(z.object({ label: z.string(), filename: z.string() }));

/** Whether somebody is connected to the socket with this id, from `query-chardev`. */
export function hasClient(reply: unknown, id: string): boolean {
  const chardev = (chardevsReply.safeParse(reply).data ?? []).find((one) => one.label === id);
  return chardev !== undefined && !chardev.filename.startsWith('disconnected:');
}
