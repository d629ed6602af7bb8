import type { NodeRecord, StateDocument } from '../state/document.ts';
import { compareAddresses } from './compare-addresses.ts';

/** All recorded nodes: the agreed ones in manifest order, then the rest by address. */
export function recordedOrder(document: StateDocument | null): readonly NodeRecord[] {
  const applied = document?.deployment?.applied ?? {};
  const place = (record: NodeRecord): number => applied[record.name]?.order ?? Number.MAX_SAFE_INTEGER;
  return Object.values(document?.nodes ?? {}).sort(
    (a, b) => place(a) - place(b) || compareAddresses(a.address, b.address),
  );
}
