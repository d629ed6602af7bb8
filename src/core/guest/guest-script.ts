/**
 * Scripts of ours that run inside a guest, as root: POSIX sh, sent as these files of `qemu/guest` one after the other. All
 * but the last hold functions only.
 */
export const guestScripts = {
  report: ['report'],
  'online-cpus': ['online-cpus'],
  'online-memory': ['online-memory'],
  'grow-disks': ['grow-disks'],
} as const satisfies { readonly [script: string]: readonly string[] };

export type GuestScript = keyof typeof guestScripts;
