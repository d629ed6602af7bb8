import type { NodeName, Uuid } from '../../core/names.ts';
import { type AgreedNode, agreedControl, agreedNode, type AskedOperation } from '../../core/recovery/agreed-node.ts';
import type { FoundNode } from '../../core/recovery/found-node.ts';
import { ok, type Result } from '../../core/result.ts';
import type { EnginePorts } from '../engine-ports.ts';

export interface Agreements {
  readonly agreed: ReadonlyMap<Uuid, AgreedNode>;
  readonly control: { readonly holder: NodeName | null; readonly key: Uuid | null };
}

/** What these nodes had agreed to, and who held the control role, by what is on file besides the document. Read-only. */
export async function readAgreements(
  { store, home }: Pick<EnginePorts, 'store' | 'home'>,
  nodes: readonly FoundNode[],
): Promise<Result<Agreements>> {
  if (nodes.length === 0) return ok({ agreed: new Map(), control: { holder: null, key: null } });
  const onFile = await store.operations();
  if (!onFile.ok) return onFile;
  const asked: AskedOperation[] = [];
  for (const { operation, inputs } of onFile.value.operations) {
    const text = inputs === null ? null : await store.readInputs(operation);
    if (text !== null) asked.push({ operation, inputs: text });
  }
  const keys = await home.controlKeys();
  if (!keys.ok) return keys;
  // A new holder of the role has a new key, and the earlier ones are deleted: of two it cannot be told which counts.
  const [key = null, ...more] = keys.value;
  return ok({
    agreed: new Map(nodes.map(({ file }) => [file.uuid, agreedNode(file, asked)])),
    control: { holder: agreedControl(asked), key: more.length === 0 ? key : null },
  });
}
