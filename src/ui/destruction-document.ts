import type { Destruction, EndedDisk } from '../core/plan/destruction.ts';
import type { DestructionDocument } from '../core/plan/destruction-document-schema.ts';
import type { LastWritten } from '../core/plan/written-words.ts';

export interface DestructionView {
  readonly command: 'destroy' | 'purge';
  readonly planHash: string;
  readonly destruction: Destruction;
  readonly lastWritten: LastWritten;
}

/** The structured form of what a destruction would do, as its schema says. */
export function destructionDocument({
  command,
  planHash,
  destruction,
  lastWritten,
}: DestructionView): DestructionDocument {
  const withTime = (disk: EndedDisk) => ({ ...disk, lastWritten: lastWritten.get(disk.file) ?? null });
  const { nodes, retained, untouched, home } = destruction;
  return {
    planHash,
    command,
    nodes: nodes.map((node) => ({ ...node, disks: node.disks.map(withTime) })),
    retained: retained.map(withTime),
    untouched,
    home,
  };
}
