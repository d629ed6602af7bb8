import { ok, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import type { EnginePorts } from './engine-ports.ts';

export interface ReadDocument {
  readonly document: StateDocument | null;
  /** What the reader must know first, or null. */
  readonly note: string | null;
}

/** The newest document for commands that only read; in place of a damaged one the last good one, and a note that says so. */
export async function readDocument(ports: Pick<EnginePorts, 'store'>): Promise<Result<ReadDocument>> {
  const read = await ports.store.read();
  if (read.ok) return ok({ document: read.value, note: null });
  const damage = read.failures.find((each) => each.reason === 'state_damaged');
  if (damage === undefined) return read;
  const good = await ports.store.readLastGood();
  if (!good.ok || good.value === null) return read;
  const { version } = good.value;
  return ok({
    document: good.value,
    note: `${damage.file}: does not read (${damage.problem}); shown is what version ${String(version)} says, the last good one`,
  });
}
