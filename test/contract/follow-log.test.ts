import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { homePaths } from '../../src/core/state/home-paths.ts';
import type { RecordedEvent } from '../../src/core/state/document.ts';
import { recordEvent } from '../../src/core/state/record-event.ts';
import { until } from '../real/lab/until.ts';
import { modelDocument } from '../fakes/model-document.ts';
import { openFileStore } from './state-store/open-file-store.ts';

const root = join(import.meta.dirname, '..', '..');
const home = mkdtempSync(join(tmpdir(), 'paddock-follow-'));

function bash(line: string) {
  const env = { ...process.env, P: join(root, 'dist', 'paddock.cjs'), PADDOCK_HOME: home };
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line], { env, encoding: 'utf8', timeout: 60_000 });
  return { status, stdout, stderr };
}

beforeAll(async () => {
  const built = spawnSync(process.execPath, [join(root, '.ci', 'build.mjs'), '--if-stale'], { encoding: 'utf8' });
  expect(built.stderr).toBe('');
  const document = modelDocument();
  const committed = await openFileStore(home).commit(null, document);
  if (!committed.ok) throw new Error(JSON.stringify(committed.failures));
  const log = join(home, homePaths.serialLog(document.nodes['meta']!.folder));
  mkdirSync(join(log, '..'), { recursive: true });
  writeFileSync(log, 'first\nsecond \u009b31mred\n');
}, 60_000);

afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

it.runIf(process.platform === 'linux')('ends with its reader, though the log stays silent', () => {
  // Nothing is ever added to the log, and the reader outlives all that is written, so no write can tell: without a look at
  // the reader this runs into the time limit.
  const reader = 'read -r line; echo "$line"; sleep 2';
  const { stdout, stderr } = bash(`{ timeout 40 node $P logs meta --follow; echo "exit $?" >&2; } | { ${reader}; }`);
  expect(stdout).toBe('first\n');
  expect(stderr).toBe('exit 0\n');
});

it('goes on while somebody reads', () => {
  const { stdout } = bash('timeout -s INT 10 node $P logs meta --follow | cat');
  expect(stdout).toBe('first\nsecond \\x9b31mred\n');
});

it('follows what is recorded, for a node or for all, without what a terminal acts on', async () => {
  const env = { ...process.env, PADDOCK_HOME: home };
  const followers: ChildProcess[] = [];
  onTestFinished(() => {
    for (const child of followers) child.kill('SIGKILL');
  });
  const follow = (...words: readonly string[]) => {
    const line = [join(root, 'dist', 'paddock.cjs'), 'logs', '--source', 'events', '--follow', ...words];
    const child = spawn(process.execPath, line, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    followers.push(child);
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { child, text: () => text, ended };
  };
  const store = openFileStore(home);
  const record = async (index: number, node: string | null) => {
    const read = await store.read();
    if (!read.ok || read.value === null) throw new Error('no document');
    const text = `event ${String(index)} \u001b[31m`;
    const at = '2026-01-02T03:04:05.000Z';
    const event = { key: `test ${String(index)}`, kind: 'test', operationId: null, at, node, text } as RecordedEvent;
    await store.commit(read.value, recordEvent(read.value, event));
  };
  await record(0, 'meta');
  const [all, one] = [follow('--lines', '1'), follow('--lines', '1', 'meta')];
  await until('the first event', () => [all, one].every(({ text }) => text().includes('event 0')));
  await record(1, null);
  await record(2, 'meta');
  await until('the last event', () => [all, one].every(({ text }) => text().includes('event 2')));
  for (const { child } of [all, one]) child.kill('SIGINT');
  expect(await Promise.all([all.ended, one.ended])).toEqual([0, 0]);
  const line = (index: number, whose: string) => `2026-01-02T03:04:05.000Z  ${whose}event ${String(index)} \\x1b[31m\n`;
  expect(all.text()).toBe(line(0, 'meta: ') + line(1, '') + line(2, 'meta: '));
  expect(one.text()).toBe(line(0, 'meta: ') + line(2, 'meta: '));
});

it('stands in a document without what a terminal acts on', () => {
  const { stdout } = bash('node $P logs meta --json');
  expect(stdout).toContain('\\u009b31mred');
  expect(JSON.parse(stdout)).toMatchObject({ lines: ['first', 'second \u009b31mred'] });
});
