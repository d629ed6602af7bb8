import type { NodeRecord } from './document.ts';

/** The forwards that the VM process has, as forwardWords has them: those of its launch, or of the last change since. */
export function liveForwards(record: NodeRecord): readonly string[] {
  const recorded = record.parts.find((part) => part.kind === 'vm')?.outputs['forwards'];
  return typeof recorded === 'string' && recorded !== '' ? recorded.split(' ') : [];
}
