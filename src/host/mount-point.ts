import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The path with every link in its existing part resolved. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
  }
}

/** The nearest existing parent of a path, itself included. */
export function nearestExisting(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : nearestExisting(dirname(path));
  }
}

/** Where the file system of a path is mounted: the highest parent on the same device. The path need not exist. */
export function mountPointOf(path: string): string {
  let at = nearestExisting(path);
  const device = statSync(at).dev;
  while (at !== dirname(at) && statSync(dirname(at)).dev === device) at = dirname(at);
  return at;
}
