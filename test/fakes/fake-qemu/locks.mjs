import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder } from './control.mjs';

function lockFile(image) {
  return join(folder, 'locks', createHash('sha256').update(image).digest('hex').slice(0, 16));
}

/** Pid of the fake that has this image, or null. */
export function lockHolder(image) {
  try {
    const pid = Number(readFileSync(lockFile(image), 'utf8'));
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}

/** False when another fake has it. */
export function takeLock(image) {
  mkdirSync(join(folder, 'locks'), { recursive: true });
  for (;;) {
    try {
      writeFileSync(lockFile(image), String(process.pid), { flag: 'wx' });
      return true;
    } catch {
      if (lockHolder(image) !== null) return false;
      rmSync(lockFile(image), { force: true });
    }
  }
}

export function dropLock(image) {
  rmSync(lockFile(image), { force: true });
}
