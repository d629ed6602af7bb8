import type { FailedCommand } from '../state/part.ts';

/** Trouble with QEMU, qemu-img and their processes. */
export interface QemuFailures {
  accelerator_unavailable: { readonly accelerator: string; readonly detail: string };
  qemu_exited: { readonly node: string; readonly command: FailedCommand };
  command_failed: { readonly command: FailedCommand };
  stop_unconfirmed: { readonly node: string; readonly detail: string };
  identity_mismatch: { readonly node: string; readonly detail: string };
}
