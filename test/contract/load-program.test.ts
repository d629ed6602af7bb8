import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BundledScript, bundleScript } from '../fakes/bundle-script.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'paddock-load-'));
const dist = join(folder, 'dist');
const program = join(dist, 'program.cjs');
const cache = join(dist, 'program.cache');
let script: BundledScript;

function node(...words: readonly string[]) {
  const env = { ...process.env, NODE_OPTIONS: '', PADDOCK_HOME: join(folder, 'home') };
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

function load(...flags: readonly string[]) {
  const { stdout, stderr } = node(...flags, script.path, dist);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as { readonly cache: string; readonly stack: string };
}

function help() {
  return node(join(dist, 'paddock.cjs'), 'validate', '--help');
}

beforeAll(async () => {
  const built = spawnSync(process.execPath, [join(root, '.ci', 'build.mjs'), '--if-stale'], { encoding: 'utf8' });
  expect(built.stderr).toBe('');
  script = await bundleScript('test/contract/load-program.program.ts');
}, 60_000);

beforeEach(() => {
  rmSync(dist, { recursive: true, force: true });
  cpSync(join(root, 'dist'), dist, { recursive: true });
});

afterAll(() => {
  script.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Gives the compiled form the digest that it would have, had another node made it. */
function remadeBy(version: string): Buffer {
  const payload = readFileSync(cache).subarray(32);
  const digest = createHash('sha256').update(`${version} ${process.platform} ${process.arch}\n`);
  return Buffer.concat([digest.update(readFileSync(program)).update(payload).digest(), payload]);
}

function flipped(at: number): Buffer {
  const bytes = readFileSync(cache);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
}

describe('the compiled form of the program', () => {
  it('is used as the build left it, and again when it is made anew', () => {
    expect(load().cache).toBe('used');
    writeFileSync(cache, remadeBy(process.version));
    expect(load().cache).toBe('used');
  });

  it('leaves stack traces that name the program', () => {
    expect(load().stack).toMatch(/^\w*Error: .*\n\s+at .*program\.cjs:\d+:\d+/);
  });

  const troubles: readonly (readonly [string, () => void])[] = [
    [
      'is missing',
      () => {
        rmSync(cache);
      },
    ],
    [
      'is a folder',
      () => {
        rmSync(cache);
        mkdirSync(cache);
      },
    ],
    [
      'is empty',
      () => {
        truncateSync(cache, 0);
      },
    ],
    [
      'is shorter than a digest',
      () => {
        truncateSync(cache, 31);
      },
    ],
    [
      'is cut short',
      () => {
        truncateSync(cache, 300_000);
      },
    ],
    [
      'is longer than it was',
      () => {
        writeFileSync(cache, Buffer.concat([readFileSync(cache), Buffer.of(0)]));
      },
    ],
    [
      'has a flipped bit at the start of its payload',
      () => {
        writeFileSync(cache, flipped(32));
      },
    ],
    [
      'has a flipped bit far inside',
      () => {
        writeFileSync(cache, flipped(200_000));
      },
    ],
    [
      'has another digest',
      () => {
        writeFileSync(cache, flipped(0));
      },
    ],
    [
      'was made by another node',
      () => {
        writeFileSync(cache, remadeBy('v20.0.0'));
      },
    ],
  ];

  it.each(troubles)('is passed over when it %s', (_, damage) => {
    const before = help();
    damage();
    expect(load().cache).toBe('not_used');
    expect(help()).toEqual({ ...before, status: 0, stderr: '' });
  });

  it('is passed over when the program has changed and kept its length', () => {
    const before = help();
    writeFileSync(program, readFileSync(program, 'utf8').replaceAll('the manifest, or -', 'THE manifest, or -'));
    expect(load().cache).toBe('not_used');
    expect(help()).toEqual({ ...before, stdout: before.stdout.replace('the manifest, or -', 'THE manifest, or -') });
    expect(help().stdout).toContain('THE manifest');
  });

  it('is passed over under other flags of V8', () => {
    expect(load('--no-lazy').cache).toBe('not_used');
    expect(node('--no-lazy', join(dist, 'paddock.cjs'), 'validate', '--help')).toEqual(help());
  });
});
