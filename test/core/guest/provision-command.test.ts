import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { provisionCommand } from '../../../src/core/guest/provision-command.ts';

function run(script: string, options: { readonly timeoutSeconds?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'paddock-script-'));
  const [command = '', ...rest] = provisionCommand({ sudo: false, timeoutSeconds: 30, ...options });
  const ended = spawnSync(command, rest, { input: script, encoding: 'utf8', env: { ...process.env, TMPDIR: folder } });
  return { status: ended.status, stdout: ended.stdout, stderr: ended.stderr, left: readdirSync(folder) };
}

describe('provisionCommand', () => {
  it.each([
    ['by the program that its first line names', '#!/usr/bin/env python3\nprint(6 * 7)\n', 0, '42\n'],
    ['by the shell without one', 'echo "$((6 * 7))"; exit 9', 9, '42\n'],
    ['with nothing to read', '#!/bin/sh\ncat; echo end', 0, 'end\n'],
    ['with every byte of it', "#!/bin/sh\nprintf %s 'a\" $x ü'", 0, 'a" $x ü'],
  ])('runs a script %s, and leaves no file', (_how, script, status, stdout) => {
    expect(run(script)).toEqual({ status, stdout, stderr: '', left: [] });
  });

  it('ends a script that takes too long', () => {
    expect(run('#!/bin/sh\nsleep 60', { timeoutSeconds: 1 })).toMatchObject({ status: 124, left: [] });
  });

  it('asks sudo to run what ends the script too', () => {
    const [, , text] = provisionCommand({ sudo: true, timeoutSeconds: 5 });
    expect(text).toMatch(/set -- timeout 5 "\$@"; fi\nset -- sudo -n "\$@"\n"\$@" <\/dev\/null$/);
  });
});
