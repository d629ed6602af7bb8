import { type Socket, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type QmpAnswer, answered, troubled } from './qmp-trouble.ts';

const retryMs = 50;
/** No socket file, or one whose listener is gone. Anything else, such as EACCES, does not tell. */
const nobodyThere = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTDIR']);

/**
 * Connects to a unix socket within `limitMs`. A full queue of waiting clients (EAGAIN: QMP serves one at a time and
 * lets one wait) is tried again until the limit; a missing or orphaned socket is `no_listener` at once.
 */
export async function connectSocket(path: string, limitMs: number): Promise<QmpAnswer<Socket>> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const tried = await tryConnect(path, Math.max(1, deadline - performance.now()));
    if (typeof tried !== 'string') return answered(tried);
    const detail = `${path}: ${tried}`;
    if (nobodyThere.has(tried)) return troubled({ kind: 'no_listener', phase: 'connect', detail });
    const busy = tried === 'EAGAIN';
    if (!busy || performance.now() + retryMs >= deadline) return troubled({ kind: 'silent', phase: 'connect', detail });
    await sleep(retryMs);
  }
}

function tryConnect(path: string, limitMs: number): Promise<Socket | string> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    const settle = (outcome: Socket | string): void => {
      clearTimeout(timer);
      socket.removeAllListeners();
      if (typeof outcome === 'string') socket.destroy();
      resolve(outcome);
    };
    const timer = setTimeout(settle, limitMs, 'TIMEOUT');
    socket.once('connect', () => {
      settle(socket);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // A destroyed socket may report once more, and an unheard error event would end the process.
      socket.on('error', () => undefined);
      settle(error.code ?? error.message);
    });
  });
}
