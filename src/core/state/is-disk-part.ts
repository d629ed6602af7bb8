import type { Part } from './part.ts';

/** Whether a guest's data are in it. */
export function isDiskPart({ kind }: Pick<Part, 'kind'>): boolean {
  return kind === 'root_disk' || kind === 'data_disk';
}
