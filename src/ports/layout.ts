import type { VmSockets } from '../core/qemu/vm-spec.ts';
import type { Uuid } from '../core/names.ts';

/** Where things are on this host; absolute. What may exist below the home stands in core/state/home-paths.ts. */
export interface Layout {
  readonly home: string;
  readonly cache: string;
  /** Absolute form of a path that the document keeps relative to the home. */
  absolute(relative: string): string;
  /** Short whatever the home is called; a long XDG_RUNTIME_DIR can still pass core/qemu/socket-path-limit.ts. */
  sockets(uuid: Uuid): VmSockets;
}
