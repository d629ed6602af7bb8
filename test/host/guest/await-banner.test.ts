import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { awaitBanner } from '../../../src/host/await-banner.ts';
import { createClock } from '../../../src/host/clock.ts';

const clock = createClock();
const open: { server: Server; sockets: Set<Socket> }[] = [];

/** A server on a free loopback port; `onConnection` plays the guest. */
async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  open.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

afterEach(() => {
  for (const { server, sockets } of open.splice(0)) {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
});

const signal = new AbortController().signal;

describe('awaitBanner', () => {
  it('ends as soon as an ssh server speaks', async () => {
    const port = await listen((socket) => socket.write('SSH-2.0-dropbear\r\n'));
    expect(await awaitBanner(port, { clock, limitMs: 5000, signal, until: 'greeting' })).toBe('greeted');
  });

  it('finds a guest whose first connections are swallowed, without waiting for those to end', async () => {
    let connections = 0;
    const port = await listen((socket) => {
      connections += 1;
      if (connections > 2) socket.write('SSH-2.0-OpenSSH_9\r\n');
    });
    const start = clock.monotonicMs();
    expect(await awaitBanner(port, { clock, limitMs: 10_000, signal, until: 'greeting' })).toBe('greeted');
    expect(connections).toBe(3);
    expect(clock.monotonicMs() - start).toBeLessThan(5000);
  });

  it('is greeted by a guest that needs longer for each connection than looks are apart, and serves all of them', async () => {
    let busyUntil = 0;
    let connections = 0;
    const port = await listen((socket) => {
      connections += 1;
      // One after the other, whether the client still waits or not: as a server behind QEMU's user network sees it.
      busyUntil = Math.max(busyUntil, clock.monotonicMs()) + 1200;
      setTimeout(() => socket.writable && socket.write('SSH-2.0-dropbear\r\n'), busyUntil - clock.monotonicMs());
    });
    expect(await awaitBanner(port, { clock, limitMs: 10_000, signal, until: 'greeting' })).toBe('greeted');
    expect(connections).toBeLessThanOrEqual(4);
  });

  it('leaves few connections behind for a guest that comes up late', async () => {
    let connections = 0;
    const port = await listen(() => (connections += 1));
    expect(await awaitBanner(port, { clock, limitMs: 4500, signal, until: 'greeting' })).toBe('silent');
    expect(connections).toBeLessThanOrEqual(5);
  });

  it('reads a greeting that arrives in pieces, and none in other words', async () => {
    const pieces = await listen((socket) => {
      socket.setNoDelay(true);
      socket.write('SS');
      setTimeout(() => socket.write('H-2.0-x\r\n'), 50);
    });
    expect(await awaitBanner(pieces, { clock, limitMs: 5000, signal, until: 'greeting' })).toBe('greeted');
    const web = await listen((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n'));
    expect(await awaitBanner(web, { clock, limitMs: 600, signal, until: 'greeting' })).toBe('silent');
  });

  it('ends at once when the guest hangs up, where any answer will do', async () => {
    const port = await listen((socket) => socket.destroy());
    expect(await awaitBanner(port, { clock, limitMs: 5000, signal, until: 'answer' })).toBe('closed');
    const start = clock.monotonicMs();
    expect(await awaitBanner(port, { clock, limitMs: 600, signal, until: 'greeting' })).toBe('closed');
    expect(clock.monotonicMs() - start).toBeGreaterThan(500);
  });

  it('hurries once the guest hangs up, because then its network is there', async () => {
    let connections = 0;
    const port = await listen((socket) => {
      connections += 1;
      if (connections <= 6) socket.destroy();
      else socket.write('SSH-2.0-dropbear\r\n');
    });
    const start = clock.monotonicMs();
    expect(await awaitBanner(port, { clock, limitMs: 20_000, signal, until: 'greeting' })).toBe('greeted');
    expect(clock.monotonicMs() - start).toBeLessThan(4000);
  });

  it('never has two looks open at a guest that hung up before and now needs seconds for each', async () => {
    let connections = 0;
    let most = 0;
    let openNow = 0;
    const port = await listen((socket) => {
      connections += 1;
      if (connections === 1) return void socket.destroy();
      openNow += 1;
      most = Math.max(most, openNow);
      socket.on('close', () => (openNow -= 1));
      setTimeout(() => {
        if (connections < 3) socket.destroy();
        else socket.write('SSH-2.0-OpenSSH_9\r\n');
      }, 1500);
    });
    expect(await awaitBanner(port, { clock, limitMs: 20_000, signal, until: 'greeting' })).toBe('greeted');
    expect({ most, connections }).toEqual({ most: 1, connections: 3 });
  });

  it('gives up on a port that keeps refusing, long before the limit', async () => {
    const port = await listen(() => undefined);
    await new Promise((resolve) => open.splice(0)[0]?.server.close(resolve));
    const start = clock.monotonicMs();
    expect(await awaitBanner(port, { clock, limitMs: 60_000, signal, until: 'greeting' })).toBe('refused');
    expect(clock.monotonicMs() - start).toBeLessThan(10_000);
  });

  it('ends at once when the wait is called off', async () => {
    const port = await listen(() => undefined);
    const stop = new AbortController();
    setTimeout(() => {
      stop.abort();
    }, 100);
    const start = clock.monotonicMs();
    expect(await awaitBanner(port, { clock, limitMs: 60_000, signal: stop.signal, until: 'greeting' })).toBe('silent');
    expect(clock.monotonicMs() - start).toBeLessThan(5000);
  });
});
