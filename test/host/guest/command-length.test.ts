import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { NodeName, Uuid } from '../../../src/core/names.ts';
import { ok } from '../../../src/core/result.ts';
import { createGuest } from '../../../src/host/guest.ts';
import type { GuestWorld } from '../../../src/host/guest-world.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A guest behind a server that introduces itself so, and how often it was asked and ssh was started. */
async function guestBehind(introduction: string) {
  const seen = { asked: 0, started: 0 };
  const server = createServer((socket) => {
    seen.asked += 1;
    socket.on('error', () => undefined).end(introduction);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const start = () => {
    seen.started += 1;
    return Promise.resolve(ok(0));
  };
  const terminal = { stdin: false, stdout: false };
  const world = { programs: { attach: start, relay: start }, keysFolder: '/', terminal } as unknown as GuestWorld;
  const target = { name: 'meta' as NodeName, uuid: 'a-uuid' as Uuid, user: 'dba', port: address.port };
  const guest = createGuest(world);
  const signal = new AbortController().signal;
  const onOutput = () => Promise.resolve();
  return {
    seen,
    enter: async (bytes: number) => {
      // Two quotes around it.
      const command = ['a'.repeat(bytes - 2)];
      const ended = await guest.run(target, command, { terminal: 'never', signal });
      expect(await guest.capture(target, { command, signal, onOutput })).toEqual(ended);
      return ended;
    },
  };
}

test.each([
  ['SSH-2.0-dropbear_2022.83\r\n', 9_000],
  ['SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n', 131_071],
  ['', 131_071],
])('behind %j a command may have %d bytes, and one more is refused with the limit named', async (words, limit) => {
  const { seen, enter } = await guestBehind(words);
  expect(await enter(limit)).toEqual(ok(0));
  expect(seen.started).toBe(2);
  expect(await enter(limit + 1)).toEqual({
    ok: false,
    failures: [{ reason: 'command_too_long', node: 'meta', bytes: limit + 1, limit }],
  });
  expect(seen.started).toBe(2);
});

test('for a command that every server takes nobody is asked', async () => {
  const { seen, enter } = await guestBehind('SSH-2.0-dropbear\r\n');
  await enter(9_000);
  expect(seen.asked).toBe(0);
});
