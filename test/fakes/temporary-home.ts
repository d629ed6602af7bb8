import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A home that does not exist yet, under a name that scripts get wrong, gone with the test. */
export function temporaryHome(name = "a home, l'été"): string {
  const folder = mkdtempSync(join(tmpdir(), 'paddock-test-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return join(folder, name);
}
