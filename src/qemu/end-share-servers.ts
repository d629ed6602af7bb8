import { failure } from '../core/failure.ts';
import { type Result, fail, ok } from '../core/result.ts';
import type { Processes } from '../ports/processes.ts';
import { serversOfShare } from './servers-of-share.ts';
import { awaitGone } from './signal-vm.ts';

const endLimitMs = 5_000;

/** Ends every server of these sockets, those of an interrupted command too. Success only once none is left. */
export async function endShareServers(sockets: readonly string[], processes: Processes): Promise<Result<void>> {
  const ends = await Promise.all(
    sockets.map(async (socket) => ({ socket, ended: await endServers(socket, processes) })),
  );
  const left = ends.filter(({ ended }) => !ended).map(({ socket }) => socket);
  return left.length === 0 ? ok(undefined) : fail(failure('share_server_left', { sockets: left }));
}

async function endServers(socket: string, processes: Processes): Promise<boolean> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const found = serversOfShare(socket, processes);
    for (const { identity } of found) sendSignal(identity.pid, signal);
    const gone = await Promise.all(found.map(({ identity }) => awaitGone(identity, processes, endLimitMs)));
    if (gone.every((each) => each) && serversOfShare(socket, processes).length === 0) return true;
  }
  return false;
}

function sendSignal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in between, or is not ours to signal: the wait that follows tells which.
  }
}
