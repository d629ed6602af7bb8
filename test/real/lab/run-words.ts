import { type ChildProcess, spawn } from 'node:child_process';

export interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** What it reads; null and nothing for an empty stdin. */
  readonly stdin?: string;
  /** After this it is killed with its whole process group, and the test fails. */
  readonly timeoutMs?: number;
}

/** How a command ended. */
export interface Finished {
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly elapsedMs: number;
}

export interface RunningCommand {
  readonly child: ChildProcess;
  /** What has come so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Rejects when it had to be killed for taking too long. */
  readonly finished: Promise<Finished>;
}

const usualLimitMs = 180_000;

/** Starts a program in a process group of its own and collects all it writes. */
export function startWords(words: readonly [string, ...string[]], options: RunOptions): RunningCommand {
  const [executable, ...rest] = words;
  const began = performance.now();
  const child = spawn(executable, rest, { cwd: options.cwd, env: options.env, detached: true, stdio: 'pipe' });
  child.stdin.on('error', () => undefined).end(options.stdin ?? '');
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text));
  const limitMs = options.timeoutMs ?? usualLimitMs;
  const finished = new Promise<Finished>((resolve, reject) => {
    const timer = setTimeout(() => {
      killGroup(child);
      reject(new Error(`${words.join(' ')} did not end within ${String(limitMs)} ms:\n${written.stderr}`));
    }, limitMs);
    child.once('error', reject);
    child.once('close', (exit, signal) => {
      clearTimeout(timer);
      resolve({ exit, signal, ...written, elapsedMs: performance.now() - began });
    });
  });
  return { child, stdout: () => written.stdout, stderr: () => written.stderr, finished };
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
