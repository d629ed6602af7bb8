/** What the QEMU on this host can do, found by asking it, never by comparing version strings. */
export interface HostFeatures {
  readonly emulator: string;
  readonly qemuImg: string;
  /** As QEMU reports it, for people and for the probe's cache key: `7.2.22`. */
  readonly version: string;
  /** Path, size and mtime of the binary; features and the accelerator probe are remembered per build. */
  readonly build: string;
  /** Versioned machine types of the family we use, newest first, for example `pc-q35-7.2`. */
  readonly machines: readonly string[];
  readonly accelerators: readonly ('kvm' | 'hvf' | 'tcg')[];
  readonly virtioMem: boolean;
  /** Folders of the host without a server of their own; builds can lack it. */
  readonly nineP: boolean;
  readonly networkUser: boolean;
  readonly firmware: FirmwareFiles | null;
  /** Why no machine that boots by BIOS would start, in words; null where it would, or nothing boots by one. */
  readonly biosTrouble: string | null;
}

/** UEFI code and variable template; null when this host has none. */
export interface FirmwareFiles {
  readonly code: string;
  readonly varsTemplate: string;
}

/** Answer of the accelerator probe. */
export interface AcceleratorReport {
  readonly accelerator: 'kvm' | 'hvf' | 'tcg';
  /** Why, for people: `kvm works`, `/dev/kvm opens, but a guest in protected mode never finished within 3 s`. */
  readonly reason: string;
}
