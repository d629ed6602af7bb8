import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder that the program ships in, with `qemu` and `schemas` below it: found upwards from this file, built or not. */
export function packageFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder);
    if (above === folder) throw new Error(`no package.json above ${import.meta.dirname}`);
    folder = above;
  }
  return folder;
}
