import { chownSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lookAtShare } from '../../src/host/look-at-share.ts';

const shareProblem = async (source: string, uid: number) => (await lookAtShare(source, uid)).problem;

let base = '';
const uid = process.getuid?.() ?? 0;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'paddock-share-'));
  mkdirSync(join(base, 'a/b'), { recursive: true });
});

afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});

it('takes a folder of the caller', async () => {
  expect(await shareProblem(join(base, 'a/b'), uid)).toBeNull();
});

it('knows a folder again by whatever name, and another one by the same name', async () => {
  const look = async (name: string) => (await lookAtShare(join(base, name), uid)) as { readonly identity?: string };
  const before = await look('a/b');
  expect(before.identity).toMatch(/^\d+:\d+$/u);
  renameSync(join(base, 'a/b'), join(base, 'kept'));
  mkdirSync(join(base, 'a/b'));
  expect(await look('kept')).toEqual(before);
  expect(await look('a/b')).not.toEqual(before);
});

it('says that it is not there, and that it is no folder', async () => {
  writeFileSync(join(base, 'file'), '');
  expect(await shareProblem(join(base, 'a/c'), uid)).toBe('does not exist');
  expect(await shareProblem(join(base, 'file'), uid)).toBe('is no folder');
  expect(await shareProblem(join(base, 'file/x'), uid)).toBe('cannot be looked at (ENOTDIR)');
  expect(await shareProblem('/', uid)).toContain('root folder');
});

it('follows no symlink, in its own place or above it', async () => {
  symlinkSync('a', join(base, 'link'));
  expect(await shareProblem(join(base, 'link'), uid)).toBe('is a symlink');
  expect(await shareProblem(join(base, 'link/b'), uid)).toBe(`leads through the symlink ${join(base, 'link')}`);
  renameSync(join(base, 'a/b'), join(base, 'kept'));
  symlinkSync(join(base, 'kept'), join(base, 'a/b'));
  expect(await shareProblem(join(base, 'a/b'), uid)).toBe('is a symlink');
});

it('names the owner of a folder of somebody else', async () => {
  if (uid === 0) chownSync(join(base, 'a/b'), 12_345, 12_345);
  const owner = uid === 0 ? 12_345 : uid;
  const asked = uid === 0 ? 0 : uid + 1;
  expect(await shareProblem(join(base, 'a/b'), asked)).toBe(
    `belongs to user ${String(owner)}, not to you (${String(asked)})`,
  );
});
