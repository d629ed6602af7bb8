import type { StateDocument } from '../core/state/document.ts';
import { livesOf } from '../core/state/find-life.ts';
import type { HostKeyEntry } from '../ports/guest.ts';

/** The pinned host key of every node that has one. */
export function hostKeyEntries(document: StateDocument): readonly HostKeyEntry[] {
  return livesOf(document).flatMap((node) => {
    if (node.life === 'destroyed') return [];
    const publicKey = node.parts.find((part) => part.kind === 'host_key')?.outputs['publicKey'];
    return typeof publicKey === 'string' ? [{ uuid: node.uuid, publicKey }] : [];
  });
}
