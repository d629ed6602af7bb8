import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { inTerminal } from './lab/in-terminal.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { oneNode } from './lab/two-nodes.ts';

withRealQemu(() => {
  let lab: Lab;
  const exec = (...words: readonly string[]) => lab.run(['exec', 'meta', '--', ...words]);

  beforeAll(async () => {
    lab = openLab({ manifest: oneNode });
    const up = await lab.run(['up']);
    expect(up.exit, up.stderr).toBe(0);
    // Ready means that one can log in, now and several times over, and not a moment later.
    const first = await Promise.all([exec('echo', 'hi'), exec('echo', 'hi')]);
    expect(first).toMatchObject([
      { stdout: 'hi\n', exit: 0 },
      { stdout: 'hi\n', exit: 0 },
    ]);
  });

  afterAll(async () => {
    await lab.close();
  });

  test('exec keeps the words of a command apart, whatever is in them', async () => {
    const words = ['two words', "it's", '"', '$HOME', '`id`', ';', '', 'a\nb', '\\', '*', '-n', 'é', '&&', '~', '#'];
    const script = 'for word; do printf "<%s>" "$word"; done';
    const ended = await exec('sh', '-c', script, 'sh', ...words);
    expect(ended.stdout).toBe(words.map((word) => `<${word}>`).join(''));
  });

  test.each([0, 1, 7, 126, 255])('exec passes exit status %i on', async (status) => {
    expect((await exec('sh', '-c', `exit ${String(status)}`)).exit).toBe(status);
  });

  test('exec hands its stdin to the command, every byte of it', async () => {
    expect(await lab.run(['exec', 'meta', '--', 'cat'], { stdin: 'hi\n' })).toMatchObject({ stdout: 'hi\n', exit: 0 });
    const much = 'paddock '.repeat(40_000);
    const counted = await lab.run(['exec', 'meta', '--', 'wc', '-c'], { stdin: much });
    expect(counted.stdout.trim()).toBe(String(much.length));
  });

  test('trouble on the way is 255, in one document where one was asked for', async () => {
    const ended = await lab.run(['exec', 'nobody', '--json', '--', 'true']);
    expect(ended.exit).toBe(255);
    expect(JSON.parse(ended.stdout)).toMatchObject({ error: expect.any(String) as string });
  });

  test('console shows the serial console, sends Ctrl-C to the guest, and gives the terminal back at Ctrl-]', async () => {
    const terminal = inTerminal(lab, 'stty -g >before; paddock console meta; echo "status=$?"; stty -g >after');
    await terminal.shows(/Ctrl-\] leaves/u);
    terminal.type('\r');
    await terminal.shows(/[#$] $/u);
    // A serial line has no room for keys that come while the shell changes its settings.
    await sleep(1000);
    terminal.type('sleep 1000\r');
    await terminal.shows(/sleep 1000\s*\n/u);
    await sleep(1000);
    terminal.type('\u0003');
    await terminal.shows(/\^C[^]*[#$] $/u);
    await sleep(1000);
    terminal.type('echo con$((40+2))sole\r');
    await terminal.shows(/con42sole/u);
    terminal.type('\u001d');
    await terminal.shows(/status=0/u);
    expect(await terminal.ended).toBe(0);
    expect(readFileSync(join(lab.folder, 'after'), 'utf8')).toBe(readFileSync(join(lab.folder, 'before'), 'utf8'));
    expect(lab.vms()).toHaveLength(1);
  });

  test('ssh in a terminal is a shell, and its exit status is ours', async () => {
    const terminal = inTerminal(lab, 'paddock ssh meta; echo "status=$?"');
    await terminal.shows(/[#$] $/u);
    terminal.type('tty; echo user=$(id -un)\r');
    await terminal.shows(/user=dba/u);
    expect(terminal.screen()).toContain('/dev/pts/');
    terminal.type('exit 9\r');
    await terminal.shows(/status=9/u);
    expect(await terminal.ended).toBe(0);
  });

  test('stop and start right after up leave a node that can be logged in to at once', async () => {
    const stopped = await lab.run(['stop', '--json']);
    expect(JSON.parse(stopped.stdout)).toMatchObject({ status: 'complete', nodes: [{ state: 'stopped' }] });
    expect(lab.vms()).toEqual([]);
    expect((await lab.run(['start'])).exit).toBe(0);
    for (let time = 0; time < 3; time += 1) expect(await exec('true')).toMatchObject({ exit: 0, stderr: '' });
  });
});
