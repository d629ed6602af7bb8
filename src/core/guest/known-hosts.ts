import type { Uuid } from '../names.ts';

/** The text of known_hosts: one line an entry, sorted, so that the same entries give the same bytes. */
export function knownHosts(entries: readonly { readonly uuid: Uuid; readonly publicKey: string }[]): string {
  return entries
    .map(({ uuid, publicKey }) => `${uuid} ${publicKey}\n`)
    .toSorted()
    .join('');
}
