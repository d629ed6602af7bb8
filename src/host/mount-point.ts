import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The nearest existing parent of a path, itself included. */
export function nearestExisting(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    try {
      return realpathSync(at);
    } catch {
      if (at === dirname(at)) return at;
    }
  }
}

/** Where the file system of a path is mounted: the highest parent on the same device. The path need not exist. */
export function mountPointOf(path: string): string {
  let at = nearestExisting(path);
  const device = statSync(at).dev;
  while (at !== dirname(at) && statSync(dirname(at)).dev === device) at = dirname(at);
  return at;
}
