import type * as fs from 'node:fs/promises';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeBench } from '../contract/hypervisor/bench.ts';
import { until } from '../real/lab/until.ts';

const links = vi.hoisted(() => ({ refusedWith: null as string | null }));

/** As a file system without hard links answers. */
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    link: (from: string, to: string) =>
      links.refusedWith === null
        ? real.link(from, to)
        : Promise.reject(Object.assign(new Error('no links'), { code: links.refusedWith })),
  };
});

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paddock-export-'));
  links.refusedWith = null;
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'out'));
  writeFileSync(join(folder, 'disk.qcow2'), '');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A qemu-img that writes to its last word and goes on with `then`. */
function install(then: string): void {
  const file = join(folder, 'bin', 'qemu-img');
  writeFileSync(file, `#!/bin/sh\nfor to; do :; done\nprintf bytes >"$to"\n${then}\n`);
  chmodSync(file, 0o755);
}

function run(signal: AbortSignal = new AbortController().signal) {
  const { hypervisor } = makeBench({ searchPath: `${join(folder, 'bin')}:/usr/bin:/bin` });
  const to = join(folder, 'out', 'copy.img');
  return hypervisor.exportImage({ file: join(folder, 'disk.qcow2'), snapshot: null, format: 'raw', to, signal });
}

const left = () => readdirSync(join(folder, 'out'));

test.each([null, 'EPERM', 'EOPNOTSUPP', 'ENOSYS'])('a copy is whole and private, links answering %s', async (code) => {
  install('exit 0');
  links.refusedWith = code;
  expect(await run()).toEqual({ ok: true, value: undefined });
  const copy = join(folder, 'out', 'copy.img');
  expect([left(), readFileSync(copy, 'utf8'), statSync(copy).mode & 0o777]).toEqual([['copy.img'], 'bytes', 0o600]);
});

test.each([null, 'EPERM'])('whatever takes the name meanwhile stays as it is, links answering %s', async (code) => {
  install(`printf theirs >"${folder}/out/copy.img"`);
  links.refusedWith = code;
  expect(await run()).toMatchObject({ ok: false, failures: [{ reason: 'export_exists' }] });
  expect([left(), readFileSync(join(folder, 'out', 'copy.img'), 'utf8')]).toEqual([['copy.img'], 'theirs']);
});

test('an export that is called off ends its program and leaves nothing', async () => {
  install(`echo $$ >"${folder}/pid"; exec sleep 300`);
  const called = new AbortController();
  const ended = run(called.signal);
  await until('the program to be at work', () => existsSync(join(folder, 'pid')));
  expect(left()).toEqual([expect.stringMatching(/^copy\.img\.\d+\.paddock-part$/u)]);
  called.abort();
  expect(await ended).toMatchObject({ ok: false, failures: [{ reason: 'interrupted' }] });
  expect(left()).toEqual([]);
  const pid = readFileSync(join(folder, 'pid'), 'utf8').trim();
  await until('the program to be gone', () => !existsSync(`/proc/${pid}`));
});

test('an export that fails leaves nothing, and says what the program said', async () => {
  install('echo "no space" >&2; exit 1');
  const ended = await run();
  expect(ended).toMatchObject({ ok: false, failures: [{ reason: 'command_failed' }] });
  expect(JSON.stringify(ended)).toContain('no space');
  expect(left()).toEqual([]);
});
