import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildCommand } from './build-command.ts';
import { checkout, program } from './checkout.ts';

/** Where images of this checkout stay: shared by all real tests and by the demo, never by a person's own labs. */
export const imageCache = process.env['PADDOCK_TEST_CACHE'] ?? join(checkout, '.cache', 'paddock');

let prepared = false;

/** Builds the command and the mini image where they are missing or stale, and returns the image cache. */
export function prepareMiniImage(): string {
  if (prepared) return imageCache;
  const options = { cwd: checkout, stdio: 'inherit', timeout: 280_000 } as const;
  buildCommand();
  mkdirSync(imageCache, { recursive: true });
  if (!existsSync(join(imageCache, 'images', 'local-mini.amd64.json'))) {
    const env = { ...process.env, PADDOCK_CACHE: imageCache };
    execFileSync(process.execPath, [program, 'image', 'build', 'mini', '--json'], { ...options, env });
  }
  prepared = true;
  return imageCache;
}
