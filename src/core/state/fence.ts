import type { Fence, FenceOwner, StateDocument } from './document.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** Whether the fence may be taken: only when nobody has it, or its owner is proven gone. Never by age. */
export type FenceClaim =
  | { readonly kind: 'free' }
  | { readonly kind: 'held'; readonly owner: FenceOwner }
  | { readonly kind: 'unverifiable'; readonly owner: FenceOwner };

export function judgeFence(
  fence: Fence,
  judge: (owner: ProcessIdentity) => 'alive' | 'gone' | 'unverifiable',
): FenceClaim {
  if (fence.owner === null) return { kind: 'free' };
  const verdict = judge(fence.owner.identity);
  if (verdict === 'gone') return { kind: 'free' };
  return { kind: verdict === 'alive' ? 'held' : 'unverifiable', owner: fence.owner };
}

/** The document with a new owner. The epoch grows, so every later commit of an earlier owner loses. */
export function takeFence(document: StateDocument, owner: FenceOwner): StateDocument {
  return { ...document, fence: { epoch: document.fence.epoch + 1, owner } };
}

/** The document without an owner; the epoch stays, the next owner raises it. */
export function releaseFence(document: StateDocument): StateDocument {
  return { ...document, fence: { ...document.fence, owner: null } };
}

/** True while the owner with this token has the fence. */
export function holdsFence(document: StateDocument, token: string): boolean {
  return document.fence.owner?.token === token;
}
