import { accessSync, constants, statSync } from 'node:fs';

/** Whether this user may run the file at an absolute path. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
