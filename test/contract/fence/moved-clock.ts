import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** A wall clock for one command and what it starts, apart from the host's. */
export interface MovedClock {
  /** The environment of a command that is to have it. */
  readonly env: NodeJS.ProcessEnv;
  /** From now on it goes by so many seconds before or after the host's. */
  readonly move: (seconds: number) => void;
}

/** True where libfaketime is installed, without which no clock can be moved for one command alone. */
export const canMoveClocks = spawnSync('faketime', ['--version']).error === undefined;

/**
 * A clock that the file keeps: every look at the time reads it anew, so it can be moved under a command at work. Time that
 * only runs, by which waits are measured, stays as it is, as it does where a host's clock is set.
 */
export function movedClock(file: string, seconds: number): MovedClock {
  const move = (by: number): void => {
    writeFileSync(file, `${by < 0 ? '-' : '+'}${String(Math.abs(by))}\n`);
  };
  move(seconds);
  const env = {
    // The loader puts in the folder of the machine's own libraries.
    LD_PRELOAD: '/usr/$LIB/faketime/libfaketime.so.1',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  return { env, move };
}
