import type { NodeName } from '../names.ts';

/**
 * One node after inheritance, defaults and normalisation: exactly the fields that are hashed.
 * Sizes are bytes; lists that mean sets are sorted by the identity of their entries.
 */
export interface NodeSpec {
  /** Hashed: a renamed node is another machine. */
  readonly name: NodeName;
  /** Hashed: the guest is configured with it and its peers know it. Dotted decimal. */
  readonly address: string;
  /** Hashed: what the guest was promised. */
  readonly cpus: number;
  /** Hashed for the same reason as `cpus`. */
  readonly memoryBytes: number;
  /** Hashed: virtual size of the root disk. */
  readonly rootDiskBytes: number;
  /** Hashed, sorted by id. */
  readonly disks: readonly DiskSpec[];
  /** Hashed, sorted by guest path: the guest's view of the host is part of what it is. */
  readonly shares: readonly ShareSpec[];
  /** Hashed, sorted: every peer's hosts file holds them. A change alone needs no VM work. */
  readonly aliases: readonly string[];
  /** Hashed as a normalised selector (`u24` is `u24:stable`), never as a digest: a catalog update changes no hash. */
  readonly image: string;
  /** Hashed: digest of the extra user data, lower-case hex, or null. The path is not: moving the file changes nothing. */
  readonly userDataSha256: string | null;
  /** Hashed: the control node holds a key that its peers accept. */
  readonly control: boolean;
}

/** A data disk. */
export interface DiskSpec {
  /** The mount path without outer `/` and with inner `/` as `-`; unique in the node, serial of the device. */
  readonly id: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly fs: 'auto' | 'xfs' | 'ext4';
  /** Kept by `destroy` and `recreate`. */
  readonly persistent: boolean;
}

/** A host folder in the guest. */
export interface ShareSpec {
  readonly host: string;
  readonly guest: string;
  readonly readonly: boolean;
}
