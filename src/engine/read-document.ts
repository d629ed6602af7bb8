import { fail, ok, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import type { EnginePorts } from './engine-ports.ts';

export interface ReadDocument {
  readonly document: StateDocument | null;
  /** What the reader must know first, or null. */
  readonly note: string | null;
}

/** The newest document for commands that only read; a damaged one still shows what can be shown. */
export async function readDocument(ports: EnginePorts): Promise<Result<ReadDocument>> {
  const read = await ports.store.read();
  return read.ok ? ok({ document: read.value, note: null }) : fail(...read.failures);
}
