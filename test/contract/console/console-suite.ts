import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { qemuConsole } from '../../../src/qemu/console.ts';
import { type Bench, must, passed } from '../hypervisor/bench.ts';

interface Terminal {
  readonly input: PassThrough & { setRawMode: (...modes: readonly boolean[]) => never };
  readonly output: PassThrough;
  /** Every change of raw mode, in order. */
  readonly raw: readonly boolean[];
  readonly shown: () => string;
}

function terminal(): Terminal {
  const raw: boolean[] = [];
  const setRawMode = (...modes: readonly boolean[]): never => {
    raw.push(...modes);
    return undefined as never;
  };
  const input = Object.assign(new PassThrough(), { setRawMode });
  const output = new PassThrough();
  let shown = '';
  output.on('data', (bytes: Buffer) => {
    shown += bytes.toString('utf8');
  });
  return { input, output, raw, shown: () => shown };
}

/** What a console is, over whichever QEMU. */
export function consoleContract(kind: string, make: () => Bench): void {
  describe(`the console of the ${kind} QEMU`, () => {
    let bench: Bench;
    beforeEach(async () => {
      bench = make();
      must(await bench.launch());
    });
    afterEach(() => {
      bench.cleanUp();
    });

    const attach = (at: Terminal, signal = new AbortController().signal) =>
      qemuConsole(at).attach(bench.target, signal);

    test('the escape key lets go, the terminal is as it was, and the VM does not notice', async () => {
      const person = terminal();
      const attached = attach(person);
      person.input.write('\r\u001d');
      expect(await attached).toEqual({ ok: true, value: 'left' });
      expect(person.raw).toEqual([true, false]);
      expect(person.input.listenerCount('data')).toBe(0);
      expect(await bench.hypervisor.observe(bench.target)).toMatchObject({ kind: 'running' });
      const again = terminal();
      const second = attach(again);
      again.input.write('\u001d');
      expect(await second).toEqual({ ok: true, value: 'left' });
    });

    test('a second person is told that there is a first', async () => {
      const first = terminal();
      const attached = attach(first);
      await expect.poll(async () => (await attach(terminal())).ok, { timeout: 5_000 }).toBe(false);
      expect(await attach(terminal())).toMatchObject({ failures: [{ reason: 'console_busy' }] });
      first.input.write('\u001d');
      await attached;
    });

    test('it ends with its input, with an abort and with the VM', async () => {
      const piped = terminal();
      piped.input.end('ls\n');
      expect(await attach(piped)).toEqual({ ok: true, value: 'input_ended' });
      const controller = new AbortController();
      const aborted = attach(terminal(), controller.signal);
      controller.abort();
      expect(await aborted).toEqual({ ok: true, value: 'aborted' });
      const watching = attach(terminal());
      await new Promise((resolve) => setTimeout(resolve, 300));
      must(await bench.hypervisor.stop(passed({ kind: 'stop_vm', force: true }), bench.target));
      expect(await watching).toEqual({ ok: true, value: 'vm_ended' });
      expect(await attach(terminal())).toMatchObject({ failures: [{ reason: 'vm_unreachable' }] });
    });
  });
}
