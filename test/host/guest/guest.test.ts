import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failure } from '../../../src/core/failure.ts';
import type { NodeName, Uuid } from '../../../src/core/names.ts';
import { fail, ok, type Result } from '../../../src/core/result.ts';
import { createClock } from '../../../src/host/clock.ts';
import { createGuest } from '../../../src/host/guest.ts';
import type { AttachRequest, ProgramOutput, ProgramRequest, Programs } from '../../../src/ports/programs.ts';

const uuid = '0b9c1c7e-1111-4222-8333-444455556666' as Uuid;
const signal = new AbortController().signal;

let folder = '';
let server: Server;
let port = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paddock-guest-'));
  server = createServer((socket) => socket.end('SSH-2.0-fake\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** ssh as a list of answers, one for each try; the last one repeats. */
function sshThatAnswers(...answers: readonly Result<ProgramOutput>[]) {
  const asked: ProgramRequest[] = [];
  const attached: AttachRequest[] = [];
  const programs: Programs = {
    run(request) {
      asked.push(request);
      const answer = answers[Math.min(asked.length, answers.length) - 1];
      return answer === undefined ? Promise.reject(new Error('not expected')) : Promise.resolve(answer);
    },
    runTogether: () => Promise.resolve([]),
    relay: () => Promise.resolve(ok(0)),
    attach(request) {
      attached.push(request);
      return Promise.resolve(ok(7));
    },
  };
  return { programs, asked, attached };
}

const said = (exitStatus: number, stdout: string, stderr = ''): Result<ProgramOutput> =>
  ok({ exitStatus, stdout, stderr });

function guestOver(programs: Programs, terminal = { stdin: false, stdout: false }) {
  return createGuest({ programs, clock: createClock(), keysFolder: folder, scriptsFolder: folder, terminal });
}

const target = () => ({ name: 'node-1' as NodeName, uuid, user: 'dba', port });

describe('awaitReady', () => {
  it('tries again through everything that passes, until the id is read', async () => {
    const { programs, asked } = sshThatAnswers(
      said(255, '', 'Connection closed by 127.0.0.1 port 2222'),
      said(255, '', 'dba@127.0.0.1: Permission denied (publickey).'),
      said(1, '', 'cat: no such file'),
      said(0, `${uuid}\n`),
    );
    expect(await guestOver(programs).awaitReady(target(), { limitMs: 20_000, signal })).toEqual(
      ok({ seen: { instanceId: uuid, marker: null, mountPoints: [], clockAheadSeconds: 0 }, ran: null }),
    );
    expect(asked).toHaveLength(4);
  });

  it.each([
    ['a changed host key', said(255, '', 'Host key verification failed.')],
    ['another instance id', said(0, '1b9c1c7e-1111-4222-8333-444455556666\n')],
  ])('takes %s for a stranger at once', async (_what, answer) => {
    const { programs, asked } = sshThatAnswers(answer);
    const ready = await guestOver(programs).awaitReady(target(), { limitMs: 20_000, signal });
    expect(ready).toMatchObject({ ok: false, failures: [{ reason: 'guest_identity', node: 'node-1' }] });
    expect(asked).toHaveLength(1);
  });

  it('ends at its limit with the last reason', async () => {
    const { programs } = sshThatAnswers(said(255, '', 'dba@127.0.0.1: Permission denied (publickey).'));
    const ready = await guestOver(programs).awaitReady(target(), { limitMs: 800, signal });
    expect(ready).toMatchObject({
      ok: false,
      failures: [{ reason: 'guest_not_ready', last: 'dba@127.0.0.1: Permission denied (publickey).' }],
    });
  });

  it('says that QEMU is gone when nothing listens', async () => {
    server.close();
    const { programs } = sshThatAnswers();
    const ready = await guestOver(programs).awaitReady(target(), { limitMs: 60_000, signal });
    expect(ready).toMatchObject({
      ok: false,
      failures: [{ reason: 'guest_not_ready', last: 'nothing listens on its ssh port: QEMU is gone' }],
    });
  });

  it('passes on a missing ssh', async () => {
    const missing = fail(failure('tool_missing', { tool: 'ssh', packages: 'openssh-client' }));
    const { programs } = sshThatAnswers(missing);
    expect(await guestOver(programs).awaitReady(target(), { limitMs: 5000, signal })).toEqual(missing);
  });

  it('ends as interrupted when it is called off', async () => {
    const { programs } = sshThatAnswers();
    const ready = await guestOver(programs).awaitReady(target(), { limitMs: 5000, signal: AbortSignal.abort() });
    expect(ready).toMatchObject({ ok: false, failures: [{ reason: 'interrupted' }] });
  });
});

describe('run', () => {
  it.each([
    { command: ['true'], terminal: { stdin: true, stdout: true }, wish: 'auto', flag: '-t' },
    { command: ['true'], terminal: { stdin: true, stdout: false }, wish: 'auto', flag: '-T' },
    { command: [], terminal: { stdin: true, stdout: false }, wish: 'auto', flag: '-t' },
    { command: ['true'], terminal: { stdin: true, stdout: true }, wish: 'never', flag: '-T' },
    { command: [], terminal: { stdin: false, stdout: true }, wish: 'auto', flag: '-T' },
  ] as const)('$command with $terminal and $wish asks for $flag', async ({ command, terminal, wish, flag }) => {
    const { programs, attached } = sshThatAnswers();
    expect(await guestOver(programs, terminal).run(target(), command, { terminal: wish, signal })).toEqual(ok(7));
    expect(attached[0]?.arguments.filter((word) => /^-[tT]$/.test(word))).toEqual([flag]);
    expect(attached[0]?.cwd).toBe(folder);
  });
});

describe('pinHostKeys', () => {
  const entries = [{ uuid, publicKey: 'ssh-ed25519 AAAA' }];

  it('writes exactly the given keys, privately, and not again when they are there', async () => {
    const guest = guestOver(sshThatAnswers().programs);
    const file = join(folder, 'known_hosts');
    expect(
      await guest.pinHostKeys([
        ...entries,
        { uuid: '2b9c1c7e-1111-4222-8333-444455556666' as Uuid, publicKey: 'ssh-ed25519 B' },
      ]),
    ).toEqual(ok(undefined));
    expect(await guest.pinHostKeys(entries)).toEqual(ok(undefined));
    const { ino } = statSync(file);
    expect(await guest.pinHostKeys(entries)).toEqual(ok(undefined));
    expect(statSync(file)).toMatchObject({ ino });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toBe(`${uuid} ssh-ed25519 AAAA\n`);
  });

  it('leaves a link and its target alone', async () => {
    const elsewhere = join(folder, 'elsewhere');
    writeFileSync(elsewhere, 'mine');
    symlinkSync(elsewhere, join(folder, 'known_hosts'));
    const pinned = await guestOver(sshThatAnswers().programs).pinHostKeys(entries);
    expect(pinned).toMatchObject({ ok: false, failures: [{ reason: 'foreign_file' }] });
    expect(lstatSync(join(folder, 'known_hosts')).isSymbolicLink()).toBe(true);
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
  });

  it('reports a folder in its place', async () => {
    mkdirSync(join(folder, 'known_hosts'));
    expect(await guestOver(sshThatAnswers().programs).pinHostKeys(entries)).toMatchObject({ ok: false });
  });
});
