import type { NodeRecord } from './document.ts';
import type { Part } from './part.ts';

/** What the last effects reported about the one part of this kind; empty where there is no such part. */
export function partOutputs(
  record: Pick<NodeRecord, 'parts'>,
  kind: Exclude<Part['kind'], 'data_disk'>,
): Part['outputs'] {
  return record.parts.find((part) => part.kind === kind)?.outputs ?? {};
}

export function numberIn(outputs: Part['outputs'], name: string): number | null {
  const value = outputs[name];
  return typeof value === 'number' ? value : null;
}
