/** Trouble on the way into a guest. */
export interface GuestFailures {
  guest_not_ready: { readonly node: string; readonly waitedMs: number; readonly last: string };
  guest_identity: { readonly node: string; readonly detail: string };
}
