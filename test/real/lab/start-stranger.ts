import { spawn } from 'node:child_process';

/** A process that has nothing to do with the lab, for records that name its pid. */
export interface Stranger {
  readonly pid: number;
  readonly isAlive: () => boolean;
  readonly end: () => void;
}

/** Starts a program as the leader of a process group of its own. */
export function startStranger([program = '', ...words]: readonly string[]): Stranger {
  const child = spawn(program, words, { detached: true, stdio: 'ignore' });
  if (child.pid === undefined) throw new Error(`${program} could not be started`);
  return {
    pid: child.pid,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    end: () => {
      child.kill('SIGKILL');
    },
  };
}
