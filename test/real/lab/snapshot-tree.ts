import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Everything below a folder, itself included: what it is, its times to the nanosecond, and the bytes of its files. */
export function snapshotTree(folder: string): Readonly<Record<string, string>> {
  const names = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()];
  return Object.fromEntries(names.map((name) => [name, describe(join(folder, name))]));
}

function describe(path: string): string {
  const facts = lstatSync(path, { bigint: true });
  const bytes = facts.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
  return [facts.mode, facts.ino, facts.size, facts.mtimeNs, facts.ctimeNs, bytes].map(String).join(' ');
}
