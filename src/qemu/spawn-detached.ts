import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { stderrTail } from '../core/state/stderr-tail.ts';
import type { ProcessSpec } from '../core/qemu/vm-spec.ts';
import { type Result, ok } from '../core/result.ts';
import { openPrivateLog } from './private-file.ts';

const mostStderrBytes = 64 * 1024;

type SpawnedProgram = Pick<ProcessSpec, 'executable' | 'argv' | 'logFile'>;

/** How a launched process ended. */
export interface Ending {
  readonly exitStatus: number | null;
  readonly signal: string | null;
  /** Why it could not even be started, such as ENOENT; else null. */
  readonly spawnError: string | null;
}

/** A process of ours in a session of its own, for as long as we watch it. */
export interface DetachedProcess {
  readonly pid: number;
  /** Null while it runs. */
  readonly ending: () => Ending | null;
  readonly ended: Promise<Ending>;
  /** What it wrote to its log since it was launched, the last lines. */
  readonly stderr: () => string;
  /** SIGKILL. Safe without a look at the pid: it is our own child, and its number is not free before we have reaped it. */
  readonly kill: () => void;
  /** Stops watching; the process lives on when this command ends. */
  readonly release: () => void;
}

/**
 * Starts a program in a session of its own, with nothing of ours but its log: no terminal, no standard streams, no
 * working folder, no umask, a small environment. It survives Ctrl-C, SIGHUP and the end of this command.
 */
export function spawnDetached(spec: SpawnedProgram): Result<DetachedProcess> {
  const log = openPrivateLog(spec.logFile);
  if (!log.ok) return log;
  const logStart = fstatSync(log.value).size;
  const child = spawnPrivately(spec, log.value);
  let ending: Ending | null = null;
  const ended = new Promise<Ending>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      ending ??= { exitStatus: null, signal: null, spawnError: error.code ?? error.message };
      resolve(ending);
    });
    child.once('exit', (exitStatus, signal) => {
      ending ??= { exitStatus, signal, spawnError: null };
      resolve(ending);
    });
  });
  let open = true;
  return ok({
    pid: child.pid ?? -1,
    ending: () => ending,
    ended,
    stderr: () => (open ? readTail(log.value, logStart) : ''),
    kill: () => {
      child.kill('SIGKILL');
    },
    release: () => {
      if (open) closeSync(log.value);
      open = false;
      child.unref();
    },
  });
}

function spawnPrivately(spec: SpawnedProgram, log: number): ChildProcess {
  // The umask is inherited and spawn is synchronous: QEMU makes its sockets and logs private whatever the caller's is.
  const callersUmask = process.umask(0o077);
  try {
    return spawn(spec.executable, [...spec.argv], {
      detached: true,
      cwd: '/',
      env: cleanEnvironment(),
      stdio: ['ignore', log, log],
    });
  } finally {
    process.umask(callersUmask);
  }
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'XDG_RUNTIME_DIR'];
  const given = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...(Object.fromEntries(given) as NodeJS.ProcessEnv), LANG: 'C', LC_ALL: 'C' };
}

function readTail(log: number, from: number): string {
  const size = fstatSync(log).size;
  const start = Math.max(from, size - mostStderrBytes);
  const bytes = Buffer.alloc(Math.max(0, size - start));
  const read = readSync(log, bytes, 0, bytes.length, start);
  return stderrTail(bytes.toString('utf8', 0, read));
}
