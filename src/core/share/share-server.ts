/** A virtiofsd of this host. QEMU 7 and older bring one in C, its successor is a program of its own in Rust. */
export interface ShareServer {
  readonly executable: string;
  readonly kind: 'c' | 'rust';
  /** It can refuse writes by itself; one that cannot gets a mount that is read-only. */
  readonly refusesWrites: boolean;
  /** Whether the caller is root: only then may it change ids and mounts. */
  readonly asRoot: boolean;
}

/** Reads `virtiofsd --help`. */
export function readShareServer(found: Pick<ShareServer, 'executable' | 'asRoot'>, help: string): ShareServer {
  const kind = help.includes('--shared-dir') ? 'rust' : 'c';
  return { ...found, kind, refusesWrites: /(?:^|\s)--readonly\b/mu.test(help) };
}
