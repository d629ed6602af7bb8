import { execFileSync } from 'node:child_process';
import { checkout } from './checkout.ts';

/** Builds the command of this checkout where it is missing or older than its source. */
export function buildCommand(): void {
  execFileSync('npm', ['run', '--silent', 'build', '--', '--if-stale'], {
    cwd: checkout,
    stdio: 'ignore',
    timeout: 60_000,
  });
}
