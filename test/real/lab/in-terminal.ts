import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { program } from './checkout.ts';
import type { Lab } from './open-lab.ts';

/** A shell line at work in a terminal of its own. */
export interface Terminal {
  /** All that the terminal has shown so far. */
  readonly screen: () => string;
  readonly type: (keys: string) => void;
  /** Waits until it shows this. Fails with the whole screen after `limitMs`, 60 s unless told. */
  readonly shows: (what: RegExp, limitMs?: number) => Promise<void>;
  /** Takes the terminal away as a closed window does. */
  readonly close: () => void;
  /** Exit status of the line; null when the terminal was taken away. */
  readonly ended: Promise<number | null>;
}

/** Runs a shell line in a terminal; `paddock` in it is the built command with the lab's home. */
export function inTerminal(lab: Lab, line: string): Terminal {
  const shell = `paddock() { '${process.execPath}' '${program}' "$@"; }; ${line}`;
  const env = { ...lab.env, TERM: 'xterm', SHELL: '/bin/bash' };
  const child = spawn('script', ['-qefc', shell, '/dev/null'], { cwd: lab.folder, env, stdio: 'pipe' });
  let screen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (screen += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (screen += text));
  child.stdin.on('error', () => undefined);
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  return {
    screen: () => screen,
    type(keys) {
      child.stdin.write(keys);
    },
    async shows(what, limitMs = 60_000) {
      const end = performance.now() + limitMs;
      while (!what.test(screen)) {
        if (performance.now() > end) throw new Error(`the terminal never showed ${String(what)}:\n${screen}`);
        await sleep(50);
      }
    },
    close: () => {
      child.kill('SIGKILL');
    },
    ended,
  };
}
