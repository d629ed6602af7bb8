import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeKeyPair } from '../../../src/host/make-key-pair.ts';
import { createPrograms } from '../../../src/host/run-program.ts';

const programs = createPrograms();
let folder = '';
let file = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paddock keys, "ünïcode" $HOME '));
  file = join(folder, 'login');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('makeKeyPair', () => {
  it('makes a private ed25519 pair once and returns the same afterwards', async () => {
    const first = await makeKeyPair(programs, file);
    const second = await makeKeyPair(programs, file);
    expect(first).toEqual(second);
    expect(first).toMatchObject({
      ok: true,
      value: { publicKey: expect.stringMatching(/^ssh-ed25519 \S+$/) as string },
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).toSorted()).toEqual(['login', 'login.pub']);
  });

  it('gives many makers at once one key', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => makeKeyPair(programs, file)));
    expect(new Set(made.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(made[0]?.ok).toBe(true);
    expect(readdirSync(folder).toSorted()).toEqual(['login', 'login.pub']);
  });

  it('derives a public file that was never written', async () => {
    const made = await makeKeyPair(programs, file);
    rmSync(`${file}.pub`);
    expect(await makeKeyPair(programs, file)).toEqual(made);
    expect(readFileSync(`${file}.pub`, 'utf8')).toMatch(/^ssh-ed25519 \S+\n$/);
  });

  it('makes what ssh-keygen reads as the same key', async () => {
    const made = await makeKeyPair(programs, file);
    const read = execFileSync('ssh-keygen', ['-y', '-f', file], { encoding: 'utf8' });
    expect(made).toMatchObject({ ok: true, value: { publicKey: read.trim(), privateKey: readFileSync(file, 'utf8') } });
  });

  it('takes no public file for its own whose private one is gone', async () => {
    const first = await makeKeyPair(programs, file);
    rmSync(file);
    const second = await makeKeyPair(programs, file);
    expect(second).not.toEqual(first);
    expect(second).toMatchObject({ ok: true, value: { publicKey: readFileSync(`${file}.pub`, 'utf8').trim() } });
  });

  it('follows no link where the key should be', async () => {
    const elsewhere = join(folder, 'elsewhere');
    writeFileSync(elsewhere, 'mine');
    symlinkSync(elsewhere, file);
    expect(await makeKeyPair(programs, file)).toMatchObject({ ok: false, failures: [{ reason: 'foreign_file' }] });
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
  });
});
