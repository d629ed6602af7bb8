import type { VmSockets } from '../core/qemu/vm-spec.ts';
import type { NodeName, Uuid } from '../core/names.ts';

/** Every path that may exist, design §9; absolute. Nothing else composes a path below the home. */
export interface Layout {
  readonly home: string;
  readonly cache: string;
  /** Absolute form of a path that the document keeps relative to the home. */
  absolute(relative: string): string;
  nodeFolder(name: NodeName, uuid: Uuid): string;
  /** This and the next four: in a node folder, given absolute or relative to the home. */
  rootDisk(folder: string): string;
  seed(folder: string): string;
  firmwareVars(folder: string): string;
  serialLog(folder: string): string;
  qemuLog(folder: string): string;
  hostKey(uuid: Uuid): string;
  dataDisk(diskUuid: Uuid): string;
  /** Short whatever the home is called; a long XDG_RUNTIME_DIR can still pass core/qemu/socket-path-limit.ts. */
  sockets(uuid: Uuid): VmSockets;
}
