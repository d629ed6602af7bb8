import type { NodeRecord } from './document.ts';

/** A life that is to go. Disks that the lives which stay have are no longer its own, so nothing that ends it touches them. */
export function giveUpLife(record: NodeRecord, staying: readonly NodeRecord[]): NodeRecord {
  const kept = new Set(staying.flatMap(({ parts }) => parts.flatMap((part) => part.diskUuid ?? [])));
  const parts = record.parts.map((part) =>
    part.diskUuid !== null && kept.has(part.diskUuid) ? { ...part, state: 'retained' as const } : part,
  );
  return { ...record, life: 'destroying', parts };
}
