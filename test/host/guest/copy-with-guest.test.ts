import { describe, expect, it } from 'vitest';
import type { NodeName, Uuid } from '../../../src/core/names.ts';
import { ok } from '../../../src/core/result.ts';
import { createClock } from '../../../src/host/clock.ts';
import { createGuest } from '../../../src/host/guest.ts';
import type { AttachRequest, ProgramRequest } from '../../../src/ports/programs.ts';

const target = {
  name: 'meta' as NodeName,
  uuid: '0b9c1c7e-1111-4222-8333-444455556666' as Uuid,
  user: 'dba',
  port: 2222,
};

function guest(exitStatus: number, stdout: 'terminal' | 'pipe') {
  const ran: ProgramRequest[] = [];
  const attached: AttachRequest[] = [];
  const port = createGuest({
    programs: {
      run: (request) => {
        ran.push(request);
        return Promise.resolve(ok({ exitStatus, stdout: '', stderr: 'scp: /x: No such file or directory\n' }));
      },
      runTogether: () => Promise.resolve([]),
      relay: () => Promise.resolve(ok(0)),
      attach: (request) => {
        attached.push(request);
        return Promise.resolve(ok(exitStatus));
      },
    },
    clock: createClock(),
    keysFolder: '/keys',
    scriptsFolder: '/scripts',
    terminal: { stdin: true, stdout: stdout === 'terminal' },
  });
  return { port, ran, attached };
}

const options = (progress: 'auto' | 'never') => ({
  direction: 'from_node' as const,
  sources: ['/x'],
  destination: '/y',
  recursive: false,
  preserve: false,
  progress,
  signal: new AbortController().signal,
});

describe('copy', () => {
  it('runs scp among the keys, and quotes what it said', async () => {
    const { port, ran } = guest(1, 'pipe');
    expect(await port.copy(target, options('auto'))).toEqual({
      ok: false,
      failures: [{ reason: 'copy_failed', node: 'meta', exitStatus: 1, said: 'scp: /x: No such file or directory' }],
    });
    expect(ran[0]).toMatchObject({ executable: 'scp', cwd: '/keys', packages: 'openssh-client' });
    expect(ran[0]?.arguments).toContain('-q');
  });

  it('gives a person at a terminal the progress, and nobody who wants one document', async () => {
    const person = guest(0, 'terminal');
    expect(await person.port.copy(target, options('auto'))).toEqual(ok(undefined));
    expect(person.attached[0]?.arguments).not.toContain('-q');
    const script = guest(0, 'terminal');
    expect(await script.port.copy(target, options('never'))).toEqual(ok(undefined));
    expect([script.attached.length, script.ran.length]).toEqual([0, 1]);
  });
});
