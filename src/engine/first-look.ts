import type { PlannedCommand } from '../core/plan/authorize.ts';
import type { Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import { earlyLooks, type GuestLooks } from './early-looks.ts';
import type { EnginePorts } from './engine-ports.ts';

/** What was begun before the manifest was known: a guest takes longer to answer than a manifest to be read. */
export interface FirstLook {
  readonly document: Result<StateDocument | null>;
  /** Into the guests of exactly this document. */
  readonly looks: GuestLooks;
  /** Ends what still looks. */
  readonly abandon: () => void;
}

/** Reads the document and begins to look into the guests that `up` is going to ask about. Only reads. */
export async function firstLook(
  ports: EnginePorts,
  { command, scope }: { readonly command: PlannedCommand; readonly scope: readonly string[] | null },
): Promise<FirstLook> {
  const document = await ports.store.read();
  const ending = new AbortController();
  const abandon = () => {
    ending.abort();
  };
  if (command !== 'up' || !document.ok || !isQuiet(document.value)) return { document, looks: new Map(), abandon };
  const records = Object.values(document.value?.nodes ?? {});
  const asked = records.filter(({ name }) => scope === null || scope.includes(name));
  return { document, looks: earlyLooks(ports, asked, ending.signal), abandon };
}

/** While another command is at work, or was interrupted, what could be observed is half-done work: the fence comes first. */
export function isQuiet(document: StateDocument | null): boolean {
  return document === null || (document.fence.owner === null && document.operation === null);
}
