import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatOf } from '../../src/qemu/inspect-image.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'paddock-odd-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('a pipe in the place of an image is told at once, and nobody waits for its writer', async () => {
  const file = join(folder, 'pipe');
  execFileSync('mkfifo', [file]);
  const problem = 'it is no regular file';
  expect(await formatOf(file)).toMatchObject({ failures: [{ reason: 'image_unreadable', file, problem }] });
});

test('a folder too', async () => {
  expect(await formatOf(folder)).toMatchObject({ failures: [{ reason: 'image_unreadable', file: folder }] });
});
