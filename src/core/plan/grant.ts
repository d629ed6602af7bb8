import type { Brand } from '../brand.ts';
import type { NodeName } from '../names.ts';

/** Made only by plan/authorize.ts, plan/authorize-state.ts, plan/step-actions.ts, plan/undo-actions.ts, plan/reset-actions.ts, plan/introduction-actions.ts, plan/stop-of-stray.ts and plan/authorize-disk.ts: a value that a command was allowed to act on. */
export type Authorized<T> = T & Brand<'Authorized'>;

/** What a command may do with one node. */
export type Grant =
  | { readonly kind: 'create'; readonly node: NodeName }
  | { readonly kind: 'converge'; readonly node: NodeName }
  | { readonly kind: 'start'; readonly node: NodeName }
  | { readonly kind: 'stop'; readonly node: NodeName; readonly force: boolean }
  | { readonly kind: 'restart'; readonly node: NodeName }
  | { readonly kind: 'resize'; readonly node: NodeName; readonly allowRestart: boolean }
  | { readonly kind: 'recreate'; readonly node: NodeName }
  | { readonly kind: 'destroy'; readonly node: NodeName; readonly force: boolean; readonly deletePersistent: boolean }
  /** Deletes the disks that earlier nodes left; whole deployment only. */
  | { readonly kind: 'delete_retained'; readonly node: null }
  /** Deletes retained disks, keys and the state itself; whole deployment only. */
  | { readonly kind: 'purge'; readonly node: null }
  /** Never from a manifest: a person names the node, the disk and the snapshot. */
  | { readonly kind: 'restore_disk' | 'delete_snapshot'; readonly node: NodeName };

export type GrantKind = Grant['kind'];

/** Commands that pass through the authority table. */
export type MutatingCommand =
  | 'up'
  | 'reload'
  | 'resize'
  | 'recreate'
  | 'start'
  | 'stop'
  | 'restart'
  | 'destroy'
  | 'purge'
  | 'disk restore'
  | 'disk delete-snapshot';
