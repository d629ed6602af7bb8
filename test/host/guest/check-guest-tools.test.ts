import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkGuestTools } from '../../../src/host/check-guest-tools.ts';

test('names every program that the search path lacks, and takes no file that cannot be run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'paddock-tools-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const missing = () => {
    const checked = checkGuestTools(`relative:${folder}:/nowhere`);
    return checked.ok ? [] : checked.failures.map((each) => ('tool' in each ? each.tool : each.reason));
  };
  expect(missing()).toEqual(['ssh', 'ssh-keygen']);
  writeFileSync(join(folder, 'ssh'), '#!/bin/sh\n', { mode: 0o644 });
  expect(missing()).toEqual(['ssh', 'ssh-keygen']);
  chmodSync(join(folder, 'ssh'), 0o755);
  expect(missing()).toEqual(['ssh-keygen']);
  writeFileSync(join(folder, 'ssh-keygen'), '#!/bin/sh\n', { mode: 0o755 });
  expect(missing()).toEqual([]);
});
