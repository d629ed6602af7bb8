import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runTogether } from '../../src/host/run-together.ts';
import type { TogetherRequest } from '../../src/ports/programs.ts';

function together(programs: readonly (readonly [string, ...string[]])[], more: Partial<TogetherRequest> = {}) {
  return runTogether({
    programs: programs.map(([executable, ...words]) => ({ executable, arguments: words })),
    cwd: '/',
    timeoutMs: 5000,
    maxStdoutBytes: 1000,
    ...more,
  });
}

const sh = (script: string) => ['sh', '-c', script] as const;

describe('runTogether', () => {
  it('tells each program’s own streams and status, more than one shell can start among them', async () => {
    const scripts = [0, 1, 2, 3, 4, 5].map((n) =>
      sh(`echo out ${String(n)}; echo err ${String(n)} >&2; exit ${String(n)}`),
    );
    expect(await together(scripts)).toEqual(
      [0, 1, 2, 3, 4, 5].map((n) => ({ exitStatus: n, stdout: `out ${String(n)}\n`, stderr: `err ${String(n)}` })),
    );
  });

  it('keeps words as they are, and gives no input', async () => {
    const odd = ['', 'a b', "it's", '"$HOME" `id`', 'new\nline', '\\', '*', '-n', '${1}'];
    const [first, second] = await together([['printf', '%s|', ...odd], ['cat']]);
    expect(first).toMatchObject({ exitStatus: 0, stdout: `${odd.join('|')}|` });
    expect(second).toMatchObject({ exitStatus: 0, stdout: '' });
  });

  it('runs them at the same time, and each holds its own streams only', async () => {
    const begun = performance.now();
    await together([0, 1, 2, 3].map(() => sh('sleep 1')));
    expect(performance.now() - begun).toBeLessThan(3000);
    const [listed] = await together([
      sh('for n in 3 4 5 6 7 8 9; do [ ! -e /proc/$$/fd/$n ] || echo $n; done'),
      sh('sleep 0.2'),
      sh('sleep 0.2'),
      sh('sleep 0.2'),
    ]);
    expect(listed).toMatchObject({ exitStatus: 0, stdout: '' });
  });

  it('ends all that are late, with what they started, and tells the others', async () => {
    const mark = `17.${String(process.pid)}`;
    const [late, quick] = await together([sh(`sleep ${mark}; true`), sh('echo done')], { timeoutMs: 1000 });
    expect([late, quick]).toEqual(['timeout', { exitStatus: 0, stdout: 'done\n', stderr: '' }]);
    const [left] = await together([sh(`pgrep -f '[s]leep ${mark}'`)]);
    expect(left).toMatchObject({ exitStatus: 1 });
  });

  it('ends on an abort, and starts nothing after one', async () => {
    const off = new AbortController();
    const ends = together([sh('sleep 20'), sh('sleep 20')], { signal: off.signal });
    await sleep(200);
    off.abort();
    expect(await ends).toEqual(['aborted', 'aborted']);
    expect(await together([sh('echo x')], { signal: off.signal })).toEqual(['aborted']);
  });

  it('does not know the end of programs that wrote too much, or ran beside one', async () => {
    expect(await together([sh('yes'), sh('sleep 20')])).toEqual(['unknown', 'unknown']);
  });

  it('gives the shell’s status for a program that is not there', async () => {
    expect(await together([['no-such-program'], sh('echo x')])).toMatchObject([{ exitStatus: 127 }, { exitStatus: 0 }]);
  });

  it('knows of none where the shell cannot be started', async () => {
    expect(await together([sh('echo x'), sh('echo y')], { cwd: '/no/such/folder' })).toEqual(['unknown', 'unknown']);
  });
});
