import type { Result } from '../core/result.ts';

/** What the host has left; read-only. */
export interface HostResources {
  /** Free bytes for this user on the file system that holds the nearest existing parent of `path`, and its mount point. */
  diskSpace(path: string): Promise<Result<{ readonly freeBytes: number; readonly mountPoint: string }>>;
  memory(): { readonly totalBytes: number; readonly availableBytes: number };
  cpus(): number;
  arch(): 'amd64' | 'arm64';
  /** A loopback TCP port that nothing listens on, avoiding `taken`. */
  freeLoopbackPort(taken: readonly number[]): Promise<Result<number>>;
  /** True when this process could listen on it now. */
  portIsFree(address: string, port: number): Promise<boolean>;
}
