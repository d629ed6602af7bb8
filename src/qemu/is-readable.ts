import { accessSync, constants } from 'node:fs';

/** Whether this user may read what is at the path; false also for nothing. */
export function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
