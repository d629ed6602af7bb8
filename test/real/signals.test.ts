import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { program } from './lab/checkout.ts';
import { inTerminal } from './lab/in-terminal.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { oneNode } from './lab/two-nodes.ts';

withRealQemu(() => {
  let lab: Lab;

  beforeAll(async () => {
    lab = openLab({ manifest: oneNode });
    const up = await lab.run(['up', '--no-wait']);
    expect(up.exit, up.stderr).toBe(0);
  });

  afterAll(async () => {
    await lab.close();
  });

  /** The VM that was there is the one that is there, and the record can be read and agrees. */
  async function expectRunsOn(pid: number | undefined): Promise<void> {
    expect(lab.vms().map((vm) => vm.pid)).toEqual([pid]);
    const status = await lab.run(['status', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({ nodes: [{ name: 'meta', observed: 'running', pid }] });
  }

  /** A node that runs and whose guest has not answered yet. */
  async function startAfresh(): Promise<number | undefined> {
    expect((await lab.run(['stop', '--force'])).exit).toBe(0);
    expect((await lab.run(['up', '--no-wait'])).exit).toBe(0);
    return lab.vms()[0]?.pid;
  }

  test.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)(
    '%s during up leaves the VM running and says so',
    async (signal) => {
      const pid = await startAfresh();
      const up = lab.start(['up', '--json']);
      while (!up.stderr().includes('waiting for ssh')) await sleep(20);
      process.kill(-(up.child.pid ?? 0), signal);
      const ended = await up.finished;
      expect(ended.exit).toBe(130);
      expect(JSON.parse(ended.stdout)).toMatchObject({ error: 'cancelled' });
      await expectRunsOn(pid);
    },
  );

  test('Ctrl-C in a terminal does the same', async () => {
    const pid = await startAfresh();
    const terminal = inTerminal(lab, 'paddock up; echo "status=$?"');
    await terminal.shows(/ssh in the guest|waiting|guest/u);
    await sleep(300);
    terminal.type('\u0003');
    await terminal.shows(/interrupted|cancelled/u, 20_000);
    await terminal.ended;
    await expectRunsOn(pid);
  });

  test('a terminal that is gone does the same, and the next up finishes', async () => {
    const pid = await startAfresh();
    const terminal = inTerminal(lab, 'exec 2>&1; paddock up');
    await terminal.shows(/guest/u);
    terminal.close();
    await terminal.ended;
    await expectRunsOn(pid);
    const up = await lab.run(['up', '--json']);
    expect(up.exit, up.stderr).toBe(0);
    expect(JSON.parse(up.stdout)).toMatchObject({ status: 'complete', nodes: [{ ready: true }] });
    expect(lab.vms().map((vm) => vm.pid)).toEqual([pid]);
  });

  test.each([
    ['status | head -1', /^deployment .*\n$/u],
    ['plan | head -1', /^.+\n$/u],
    ['--help | head -1', /^.+\n$/u],
    ['logs meta | head -1', /^.*\n$/u],
  ])('%s ends quietly', async (line, shown) => {
    const ended = await shell(line);
    expect(ended.stdout).toMatch(shown);
    expect(ended.stderr).not.toMatch(/EPIPE|^ {4}at /mu);
  });

  test('a closed stdout and a full device neither trace nor stop a change half way', async () => {
    for (const line of ['stop --force >&-', 'up --no-wait >/dev/full', 'status >&-', 'up --json >&- 2>&-']) {
      const ended = await shell(line);
      expect(ended.stderr, line).not.toMatch(/EPIPE|EBADF|^ {4}at /mu);
      // A result that is lost for want of space is said, in one line; what the command did stays done.
      const lost = /^error: stdout could not be written \(ENOSPC\)/mu.test(ended.stderr);
      expect(lost, line).toBe(line.endsWith('/dev/full'));
      expect(lab.document().operation, line).toBeNull();
      expect(lab.document().fence.owner, line).toBeNull();
    }
    expect(lab.vms()).toHaveLength(1);
  });

  const documents = [
    ['success', ['status'], 0],
    ['an unknown option', ['up', '--frobnicate'], 2],
    ['an unknown command', ['frobnicate'], 2],
    ['a missing file', ['up', '-f', 'absent.yml'], 2],
    ['a refusal', ['destroy', 'nobody', '--yes'], 2],
    ['a missing confirmation', ['destroy'], 2],
    ['a command that is not there yet', ['network'], 2],
    ['the version', ['--version'], 0],
    ['help', ['--help'], 0],
    ['an image that is no file', ['image', 'import', '/dev/null'], 2],
  ] as const;

  test.each(documents)('%s is exactly one document, as JSON and as YAML', async (_name, words, exit) => {
    const json = await lab.run([...words, '--json']);
    const yaml = await lab.run([...words, '--yaml']);
    expect([json.exit, yaml.exit]).toEqual([exit, exit]);
    const document = JSON.parse(json.stdout) as object;
    expect(Object.keys(parse(yaml.stdout) as object)).toEqual(Object.keys(document));
    if (exit !== 0) expect(document).toMatchObject({ error: 'usage', left: 'nothing' });
  });

  async function shell(line: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
    const words = ['-c', `'${process.execPath}' '${program}' ${line}`];
    const child = spawn('bash', words, { cwd: lab.folder, env: lab.env, stdio: ['ignore', 'pipe', 'pipe'] });
    const written = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text));
    await new Promise((resolve) => child.once('close', resolve));
    return written;
  }
});
