import type { Deployment, NodeRecord } from '../core/state/document.ts';
import type { EnginePorts } from './engine-ports.ts';
import { guestTarget } from './guest-target.ts';

/** True when the guest answers now with the pinned key and its own instance id, and had been set up before. */
export async function checkGuest(
  ports: EnginePorts,
  node: { readonly record: NodeRecord; readonly deployment: Deployment | null },
): Promise<boolean> {
  const { record, deployment } = node;
  if (deployment === null || record.guest === null) return false;
  const target = guestTarget(deployment, record);
  if (!target.ok) return false;
  const facts = await ports.guest.check(target.value);
  return facts.ok && facts.value.instanceId === record.uuid;
}
