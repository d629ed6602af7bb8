import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { homePaths } from '../../src/core/state/home-paths.ts';
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
  // Nothing is ever added to the log, so no write can tell: without a look at the reader this runs into the time limit.
  const { stdout, stderr } = bash('{ timeout 40 node $P logs meta --follow; echo "exit $?" >&2; } | head -1');
  expect(stdout).toBe('first\n');
  expect(stderr).toBe('exit 0\n');
});

it('goes on while somebody reads', () => {
  const { stdout } = bash('timeout -s INT 10 node $P logs meta --follow | cat');
  expect(stdout).toBe('first\nsecond \\x9b31mred\n');
});

it('stands in a document without what a terminal acts on', () => {
  const { stdout } = bash('node $P logs meta --json');
  expect(stdout).toContain('\\u009b31mred');
  expect(JSON.parse(stdout)).toMatchObject({ lines: ['first', 'second \u009b31mred'] });
});
