import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { failure } from '../core/failure.ts';
import { type Result, fail, ok } from '../core/result.ts';
import { shareCommand, type ShareProcess } from '../core/share/share-process.ts';
import type { ProcessIdentity } from '../core/state/process-identity.ts';
import type { Processes } from '../ports/processes.ts';
import { ensureSocketFolder } from './ensure-socket-folder.ts';
import { serversOfShare } from './servers-of-share.ts';
import { type DetachedProcess, spawnDetached } from './spawn-detached.ts';

const launchLimitMs = 30_000;
const pollMs = 20;

/** Starts a server and returns once it listens. Precondition: none serves this socket. */
export async function launchShareServer(share: ShareProcess, processes: Processes): Promise<Result<ProcessIdentity>> {
  const folder = ensureSocketFolder(share.socket);
  if (!folder.ok) return folder;
  const command = shareCommand(share);
  const spawned = spawnDetached({ ...command, logFile: share.logFile });
  if (!spawned.ok) return spawned;
  const child = spawned.value;
  const listens = await awaitSocket(share, child, processes);
  const seen = processes.inspect(child.pid);
  if (!listens || seen.kind !== 'present') {
    const ending = child.ending();
    child.kill();
    const stderr = ending?.spawnError ?? child.stderr();
    child.release();
    const { executable, argv } = command;
    return fail(
      failure('command_failed', {
        command: {
          name: basename(share.server.executable),
          argv: [executable, ...argv],
          exitStatus: ending?.exitStatus ?? null,
          signal: ending?.signal ?? null,
          timedOut: ending === null,
          stderr,
        },
      }),
    );
  }
  child.release();
  return ok(seen.identity);
}

// Not by connecting: the first connection is the one that it serves.
async function awaitSocket(share: ShareProcess, child: DetachedProcess, processes: Processes): Promise<boolean> {
  const deadline = performance.now() + launchLimitMs;
  while (child.ending() === null && performance.now() < deadline) {
    const serves = serversOfShare(share.socket, processes).some(({ identity }) => identity.pid === child.pid);
    if (serves && (await isListening(share.socket))) return true;
    await Promise.race([sleep(pollMs), child.ended]);
  }
  return false;
}

/** As the kernel lists it: a socket file may be left over from an earlier server. */
async function isListening(socket: string): Promise<boolean> {
  const acceptsConnections = '00010000';
  const lines = (await readFile('/proc/net/unix', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/u));
  return lines.some(([, , , flags, , , , path]) => path === socket && flags === acceptsConnections);
}
