import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { manifestFiles } from '../../src/host/manifest-files.ts';
import { manifestNames } from '../../src/host/manifest-names.ts';
import { manifestBytesLimit } from '../../src/host/read-manifest.ts';

let cwd = '';

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'paddock manifest, ü-'));
});

afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

const text = 'all: { hosts: { 10.10.10.10: } }\n';

function read(file: string | null, folder: string | null = cwd, stdin: Readable = Readable.from([])) {
  return manifestFiles(stdin).read({ file, cwd: folder });
}

describe('discovery', () => {
  test('takes the first name that exists', async () => {
    for (const name of manifestNames.toReversed()) {
      writeFileSync(join(cwd, name), `# ${name}\n`);
      const found = await read(null);
      expect(found).toMatchObject({
        ok: true,
        value: { file: name, path: join(cwd, name), folder: cwd, text: `# ${name}\n` },
      });
    }
  });

  test('does not go on to the next name when the first is a folder or a dangling link', async () => {
    writeFileSync(join(cwd, 'barn.yml'), text);
    mkdirSync(join(cwd, 'paddock.yaml'));
    expect(await read(null)).toMatchObject({
      ok: false,
      failures: [{ reason: 'manifest_not_regular', path: 'paddock.yaml', kind: 'folder' }],
    });
    symlinkSync('nowhere', join(cwd, 'paddock.yml'));
    expect(await read(null)).toMatchObject({
      ok: false,
      failures: [{ reason: 'manifest_not_regular', path: 'paddock.yml', kind: 'symlink' }],
    });
  });

  test('says what it looked for', async () => {
    expect(await read(null)).toEqual({
      ok: false,
      failures: [{ reason: 'manifest_not_found', looked: manifestNames, named: false }],
    });
  });

  test('knows that the working directory is gone', async () => {
    expect(await read(null, null)).toMatchObject({ ok: false, failures: [{ reason: 'working_directory_gone' }] });
    expect(await read('lab.yml', null)).toMatchObject({
      ok: false,
      failures: [{ reason: 'working_directory_gone', wanted: 'lab.yml' }],
    });
    writeFileSync(join(cwd, 'lab.yml'), text);
    expect(await read(join(cwd, 'lab.yml'), null)).toMatchObject({ ok: true });
  });
});

describe('a named file', () => {
  test('is read with its digest, relative to the working directory', async () => {
    writeFileSync(join(cwd, 'lab.yml'), text);
    const sha256 = createHash('sha256').update(text).digest('hex');
    expect(await read('lab.yml')).toEqual({
      ok: true,
      value: { file: 'lab.yml', path: join(cwd, 'lab.yml'), folder: cwd, text, sha256 },
    });
  });

  test('must be there', async () => {
    expect(await read('lab.yml')).toEqual({
      ok: false,
      failures: [{ reason: 'manifest_not_found', looked: ['lab.yml'], named: true }],
    });
  });

  test('may be exactly 4 MiB and not a byte more', async () => {
    const path = join(cwd, 'lab.yml');
    writeFileSync(path, ' '.repeat(manifestBytesLimit));
    expect(await read(path)).toMatchObject({ ok: true });
    truncateSync(path, manifestBytesLimit + 1);
    expect(await read(path)).toMatchObject({
      ok: false,
      failures: [{ reason: 'manifest_too_large', bytes: manifestBytesLimit + 1 }],
    });
  });

  test('may not be a symlink, a device or a pipe, and a pipe is not waited for', async () => {
    writeFileSync(join(cwd, 'real.yml'), text);
    symlinkSync('real.yml', join(cwd, 'link.yml'));
    execFileSync('mkfifo', [join(cwd, 'pipe.yml')]);
    for (const [file, kind] of [
      ['link.yml', 'symlink'],
      ['pipe.yml', 'device, pipe or socket'],
      ['/dev/zero', 'device, pipe or socket'],
      ['.', 'folder'],
    ] as const) {
      expect(await read(file)).toMatchObject({ ok: false, failures: [{ reason: 'manifest_not_regular', kind }] });
    }
  });
});

describe('the encoding', () => {
  test.each([
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), null],
    ['UTF-8 beyond ASCII', Buffer.from('# ü 機\n'), null],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'UTF-16'],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), 'UTF-16'],
    ['big-endian UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), 'UTF-16'],
    ['UTF-32', Buffer.from([0x61, 0, 0, 0, 0x3a, 0, 0, 0]), 'UTF-32'],
  ])('%s', async (_name, bytes, encoding) => {
    writeFileSync(join(cwd, 'lab.yml'), bytes);
    const result = await read('lab.yml');
    if (encoding === null) expect(result).toMatchObject({ ok: true, value: { text: bytes.toString('utf8') } });
    else expect(result).toEqual({ ok: false, failures: [{ reason: 'manifest_not_utf8', path: 'lab.yml', encoding }] });
  });

  test('bytes that are no UTF-8', async () => {
    writeFileSync(join(cwd, 'lab.yml'), Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xe9]));
    expect(await read('lab.yml')).toEqual({
      ok: false,
      failures: [{ reason: 'manifest_not_utf8', path: 'lab.yml', encoding: null }],
    });
  });
});

describe('stdin', () => {
  test('is read to its end', async () => {
    const stdin = Readable.from([Buffer.from('all: '), Buffer.from('{}\n')]);
    expect(await read('-', cwd, stdin)).toMatchObject({
      ok: true,
      value: { file: '<stdin>', path: null, folder: cwd, text: 'all: {}\n' },
    });
  });

  test('is given up beyond 4 MiB', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 0x20);
    let given = 0;
    const endless = new Readable({
      read() {
        given += 1;
        this.push(chunk);
      },
    });
    expect(await read('-', cwd, endless)).toMatchObject({
      ok: false,
      failures: [{ reason: 'manifest_too_large', bytes: null }],
    });
    expect(given).toBeLessThan(16);
  });
});

describe('user data', () => {
  const at = { file: 'paddock.yml', line: 3, column: 5 };

  test('is read next to the manifest, and every trouble is said', async () => {
    const script = '#!/bin/sh\r\necho \xff\n';
    writeFileSync(join(cwd, 'a.yml'), script, 'latin1');
    symlinkSync('a.yml', join(cwd, 'link.yml'));
    writeFileSync(join(cwd, 'plain.yml'), 'packages: [htop]\n');
    const files = manifestFiles(Readable.from([]));
    const good = { node: 'meta', path: 'a.yml', at };
    const bytes = Buffer.from(script, 'latin1');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await files.readUserData([good], cwd)).toEqual({ ok: true, value: new Map([['a.yml', { bytes, sha256 }]]) });
    const wrong = ['link.yml', 'absent.yml', 'plain.yml'].map((path) => ({ node: 'meta', path, at }));
    expect(await files.readUserData([good, ...wrong], cwd)).toMatchObject({
      ok: false,
      failures: [
        { reason: 'user_data_unreadable', node: 'meta', path: 'link.yml', at },
        { reason: 'user_data_unreadable', node: 'meta', path: 'absent.yml', at },
        { reason: 'user_data_refused', node: 'meta', path: 'plain.yml', at },
      ],
    });
  });
});
