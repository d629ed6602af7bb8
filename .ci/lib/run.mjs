import { spawn } from 'node:child_process';

/**
 * Runs a program to its end, at most `timeoutMs`, and resolves with its exit status and, when asked for, its stdout.
 * A program that runs too long is ended with everything in its process group. All its output goes to the open file `into`
 * when there is one.
 */
export function run(words, { timeoutMs = 600_000, env = process.env, capture = false, cwd, into = 'inherit' } = {}) {
  return new Promise((resolve) => {
    const child = spawn(words[0], words.slice(1), {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', capture ? 'pipe' : into, into],
    });
    let stdout = '';
    child.stdout?.on('data', (chunk) => {
      stdout += chunk;
    });
    const end = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // It has ended by itself.
      }
    };
    const timer = setTimeout(() => end('SIGKILL'), timeoutMs);
    const forward = (signal) => end(signal);
    process.once('SIGINT', forward).once('SIGTERM', forward);
    child.on('error', (error) => {
      process.stderr.write(`${words[0]}: ${error.message}\n`);
    });
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      process.off('SIGINT', forward).off('SIGTERM', forward);
      resolve({ status: status ?? 128, signal, stdout });
    });
  });
}
