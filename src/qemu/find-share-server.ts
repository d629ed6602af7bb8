import { failure } from '../core/failure.ts';
import { type Result, fail, ok } from '../core/result.ts';
import { readShareServer, type ShareServer } from '../core/share/share-server.ts';
import { findTool } from './find-tool.ts';
import type { QemuHost } from './qemu-host.ts';

const askLimitMs = 10_000;

/** The virtiofsd that this caller can use. */
export async function findShareServer(host: QemuHost): Promise<Result<ShareServer>> {
  const found = findTool('virtiofsd', host);
  if (!found.ok) return found;
  const help = await host.programs.run({ executable: found.value, arguments: ['--help'], timeoutMs: askLimitMs });
  const asRoot = process.getuid?.() === 0;
  // QEMU's own gives up its groups before it reads its options, which an ordinary user may not.
  if (!help.ok) return asRoot ? help : fail(failure('share_needs_root', { server: found.value }));
  const server = readShareServer({ executable: found.value, asRoot }, help.value.stdout);
  // It changes its ids to those of the guest's users, which only root can.
  if (server.kind === 'c' && !asRoot) {
    return fail(failure('share_needs_root', { server: server.executable }));
  }
  return ok(server);
}
