import type { ActionOf } from '../core/plan/action.ts';
import type { Instant } from '../core/names.ts';
import type { Result } from '../core/result.ts';
import type { Running } from '../core/state/running.ts';

/**
 * The files of a node that are not made by QEMU's tools. Files are created exclusively and private (0600) under any
 * umask; a symlink where a file of ours should be is refused, never followed. Paths are absolute.
 */
export interface NodeFiles {
  /** Makes the node folder and writes node.json, once, with file and folder synced. The same bytes already there is success. */
  writeNodeRecord(running: Running<ActionOf<'write_node_record'>>, folder: string, json: string): Promise<Result<void>>;
  /** Makes the guest's ssh host key pair (ed25519) at `file` and returns the public line without comment. */
  createHostKey(running: Running<ActionOf<'create_host_key'>>, file: string): Promise<Result<string>>;
  /** Both halves of a host key that was made before; read-only. The private half is the OpenSSH file as it is. */
  readHostKey(file: string): Promise<Result<{ readonly privateKey: string; readonly publicKey: string }>>;
  /** What stands under a name, without following a link; read-only, and never fails: what cannot be told is an answer. */
  look(file: string): Promise<FileLook>;
  /** Those of these files that are absent or no regular files; read-only. */
  missing(files: readonly string[]): Promise<Result<readonly string[]>>;
  /** When each of these files was last written; read-only, follows no link. One that is absent or cannot be read is left out. */
  lastWritten(files: readonly string[]): Promise<ReadonlyMap<string, Instant>>;
  /** Writes the seed volume exclusively; replaces one of the same name when this creation made it. */
  writeSeed(running: Running<ActionOf<'write_seed'>>, file: string, bytes: Uint8Array): Promise<Result<void>>;
  /** Copies the firmware's variable store. */
  createFirmwareVars(
    running: Running<ActionOf<'create_firmware_vars'>>,
    file: string,
    template: string,
  ): Promise<Result<void>>;
  /** Whether this folder can be a share, and which one it is; read-only. */
  lookAtShare(source: string): Promise<ShareLook>;
  /** Re-reads the identity right before the unlink. An absent file is success; a symlink or a folder is `foreign_file`. */
  removeFile(running: Running<RemoveFileAction>, file: string): Promise<Result<void>>;
  /**
   * Removes the sockets of a VM that is proven gone and the file that it locked for them; absent ones are success, anything
   * else under their names is `foreign_file`.
   */
  removeSockets(
    running: Running<ActionOf<'remove_runtime'>>,
    left: { readonly sockets: readonly string[]; readonly lock: string },
  ): Promise<Result<void>>;
  /** Removes known names, then the empty folder. An unknown file stops it: `unknown_file`, with its name; nothing of it is touched. */
  removeNodeFolder(
    running: Running<ActionOf<'remove_node_record' | 'remove_other_life'>>,
    folder: string,
  ): Promise<Result<void>>;
}

export type FileLook =
  | { readonly kind: 'absent' }
  /** `text` for a file of at most 64 KiB, else null. */
  | { readonly kind: 'file'; readonly sizeBytes: number; readonly text: string | null }
  | { readonly kind: 'other'; readonly what: string }
  | { readonly kind: 'unreadable'; readonly detail: string };

/** `identity` is the same for as long as it is the same folder, by whatever name. */
export type ShareLook =
  | { readonly problem: null; readonly identity: string }
  /** Absent, no folder, a symlink in its path, of another owner. */
  | { readonly problem: string };

/** Removals of one known file. */
export type RemoveFileAction = ActionOf<
  | 'remove_root_disk'
  | 'remove_data_disk'
  | 'remove_seed'
  | 'remove_firmware_vars'
  | 'remove_host_key'
  | 'remove_retained_disk'
>;
