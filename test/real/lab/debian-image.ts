import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { buildCommand } from './build-command.ts';
import { checkout, program } from './checkout.ts';
import { imageCache } from './mini-image.ts';

/** Why the tests with a full Debian do not run here, or null. They cost minutes each in software emulation. */
export const withoutDebian: string | null =
  process.env['PADDOCK_TEST_FULL'] === '1' ? null : 'a full Debian takes minutes; npm run verify -- --full has it';

/** Builds the command and the debian image where they are missing or stale, and returns the image cache. */
export function prepareDebianImage(): string {
  buildCommand();
  mkdirSync(imageCache, { recursive: true });
  const env = { ...process.env, PADDOCK_CACHE: imageCache };
  // The same recipe is not built twice.
  execFileSync(process.execPath, [program, 'image', 'build', 'debian', '--json'], {
    ...{ cwd: checkout, stdio: 'ignore', timeout: 30 * 60_000, env },
  });
  return imageCache;
}
