import type { NextCommand } from '../failure-class.ts';
import type { NodeName } from '../names.ts';
import type { Standing } from '../state/standing.ts';
import type { FailedCommand } from '../state/part.ts';

/** Trouble with QEMU, qemu-img and their processes. */
export interface QemuFailures {
  /** QEMU itself is there, and a file that it needs for every machine that boots by BIOS is not. */
  bios_missing: { readonly problem: string };
  accelerator_unavailable: { readonly accelerator: string; readonly detail: string };
  qemu_exited: { readonly node: string; readonly command: FailedCommand };
  command_failed: { readonly command: FailedCommand };
  stop_unconfirmed: { readonly node: string; readonly detail: string };
  identity_mismatch: { readonly node: string; readonly detail: string };
  /** QEMU was asked before a command was sent: nothing can have happened. */
  vm_unreachable: { readonly node: string; readonly detail: string };
  /** Its process lives, and neither its monitors nor its guest answer. */
  vm_hangs: { readonly node: string; readonly pid: number | null; readonly silentMs: number };
  vm_refused: { readonly node: string; readonly command: string; readonly detail: string };
  /** It stands still because a write to this disk fails again and again; the write is kept. */
  vm_disk_stalled: { readonly node: string; readonly file: string | null; readonly noSpace: boolean };
  /** Nothing inside it answers as long as it stands still. */
  vm_paused: { readonly node: string; readonly standing: Standing };
  /** The command was sent and no answer came. */
  vm_outcome_unknown: { readonly node: string; readonly command: string; readonly detail: string };
  /** The virtiofsd of this host changes ids, which only root can. */
  share_needs_root: { readonly server: string };
  /** No virtiofsd works here, and the kernel of the node's image has no 9p either. */
  /** `next` is what would bring a server. */
  share_no_way: {
    readonly node: NodeName;
    readonly image: string;
    readonly problem: string;
    readonly next: readonly NextCommand[];
  };
  share_server_left: { readonly sockets: readonly string[] };
  share_source: { readonly node: NodeName; readonly source: string; readonly problem: string };
  share_overlap: { readonly node: NodeName; readonly source: string; readonly other: string };
  console_busy: { readonly node: string };
  image_unreadable: { readonly file: string; readonly problem: string };
  /** A file stands where a disk is to be made, and it is not that disk. */
  disk_in_the_way: { readonly file: string; readonly problem: string };
  qemu_too_old: { readonly emulator: string; readonly lacks: string };
}
