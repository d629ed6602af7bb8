import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { availableParallelism, freemem, totalmem } from 'node:os';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { HostResources } from '../ports/host-resources.ts';
import { fileFailure } from './file-failure.ts';
import { canListen } from './can-listen.ts';
import { mountPointOf, nearestExisting } from './mount-point.ts';

/** Below the ranges that kernels hand out by themselves, so that no passing connection takes a remembered port. */
const ports = { first: 20_000, count: 12_000 };
const mostTries = 200;

/** The HostResources port over Node and /proc. */
export function createHostResources(): HostResources {
  return {
    diskSpace,
    memory,
    cpus: availableParallelism,
    arch: () => (process.arch === 'arm64' ? 'arm64' : 'amd64'),
    freeLoopbackPort,
    portIsFree: canListen,
  };
}

async function diskSpace(path: string): Promise<Result<{ readonly freeBytes: number; readonly mountPoint: string }>> {
  try {
    const facts = await statfs(nearestExisting(path));
    return ok({ freeBytes: facts.bavail * facts.bsize, mountPoint: mountPointOf(path) });
  } catch (error) {
    return fail(fileFailure(error, { path, doing: 'ask for free space' }));
  }
}

function memory(): { readonly totalBytes: number; readonly availableBytes: number } {
  return { totalBytes: totalmem(), availableBytes: memAvailable() ?? freemem() };
}

/** What could be given out without swapping; `freemem` counts no cache that would be let go. */
function memAvailable(): number | null {
  try {
    const kibibytes = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) * 1024;
  } catch {
    return null;
  }
}

async function freeLoopbackPort(taken: readonly number[]): Promise<Result<number>> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const port = ports.first + Math.floor(Math.random() * ports.count);
    if (!taken.includes(port) && (await canListen('127.0.0.1', port))) return ok(port);
  }
  return fail(failure('port_taken', { port: ports.first, address: '127.0.0.1' }));
}
