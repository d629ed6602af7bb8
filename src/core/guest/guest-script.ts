/**
 * Scripts of ours that run inside a guest, as root: POSIX sh, sent as these files of `qemu/guest` one after the other. All
 * but the last hold functions only.
 */
export const guestScripts = {
  report: ['report'],
  'online-cpus': ['online-cpus'],
  'online-memory': ['online-memory'],
  'grow-disks': ['grow-disks'],
  'step-clock': ['clock', 'step-clock'],
  'set-up': [
    'set-up-report',
    'clock',
    'set-up-names',
    'set-up-control',
    'set-up-look',
    'set-up-mount',
    'set-up-check',
    'set-up-disks',
    'set-up-shares',
    'set-up-user-data',
    'set-up',
  ],
  'reset-disk': ['set-up-report', 'set-up-look', 'set-up-mount', 'set-up-check', 'set-up-disks', 'reset-disk'],
} as const satisfies { readonly [script: string]: readonly string[] };

export type GuestScript = keyof typeof guestScripts;
