import { spawnSync } from 'node:child_process';

/** A process that a test has put under a number which another has left. */
export interface Stranger {
  readonly pid: number;
  readonly isAlive: () => boolean;
  readonly end: () => void;
}

/**
 * Starts a program, as the leader of a process group, under exactly this free pid: the kernel gives the number after the
 * last one. Others fork too, so it takes a few tries. Only root may. Precondition: nobody has the pid.
 */
export function takePid(pid: number, words: readonly string[]): Stranger {
  const script = `set -m; echo ${String(pid - 1)} > /proc/sys/kernel/ns_last_pid; "$@" </dev/null >/dev/null 2>&1 & echo $!`;
  for (let tries = 0; tries < 200; tries += 1) {
    const { stdout } = spawnSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' });
    const got = Number(stdout.trim());
    if (got === pid) return stranger(pid);
    process.kill(got, 'SIGKILL');
  }
  throw new Error(`pid ${String(pid)} could not be had`);
}

function stranger(pid: number): Stranger {
  return {
    pid,
    isAlive: () => {
      try {
        process.kill(pid, 0);
        return true;
      } catch {
        return false;
      }
    },
    end: () => {
      process.kill(pid, 'SIGKILL');
    },
  };
}
