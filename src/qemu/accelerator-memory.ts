import { join } from 'node:path';
import { readCacheFile, writeCacheFile } from './cache-file.ts';
import type { QemuHost } from './qemu-host.ts';

/** What a probe found out, valid until the host boots or QEMU changes. */
export interface RememberedProbe {
  readonly bootId: string;
  readonly build: string;
  /** Null when it works. */
  readonly problem: string | null;
  /** False when no guest was tried, because something ruled it out that may change at any time. */
  readonly triedGuest: boolean;
}

export interface Probed {
  readonly arch: 'amd64' | 'arm64';
  readonly accelerator: 'kvm' | 'hvf';
}

export function recallProbe(probed: Probed, host: Pick<QemuHost, 'cache'>): Promise<RememberedProbe | null> {
  return readCacheFile(cacheFile(probed, host), check);
}

export function rememberProbe(probed: Probed, found: RememberedProbe, host: Pick<QemuHost, 'cache'>): Promise<void> {
  return writeCacheFile(cacheFile(probed, host), found);
}

function cacheFile({ arch, accelerator }: Probed, host: Pick<QemuHost, 'cache'>): string {
  return join(host.cache, `accelerator-${arch}-${accelerator}.json`);
}

// By hand, because plan reads this and loading zod would cost it more than all the rest.
function check(value: unknown): RememberedProbe | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!('bootId' in value && 'build' in value && 'problem' in value && 'triedGuest' in value)) return null;
  const { bootId, build, problem, triedGuest } = value;
  if (typeof bootId !== 'string' || typeof build !== 'string' || typeof triedGuest !== 'boolean') return null;
  return typeof problem === 'string' || problem === null ? { bootId, build, problem, triedGuest } : null;
}
