import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProbeEnding } from '../core/qemu/accelerator-probe.ts';
import { stderrTail } from '../core/state/stderr-tail.ts';

/** After SIGKILL a process can still hang in the kernel; it is not waited for longer than this. */
const killLimitMs = 2_000;
const mostStderrBytes = 16 * 1024;

/**
 * Runs a probe for at most `limitMs`, then kills that child and no other process. SIGKILL at once: a QEMU whose CPU is
 * stuck in KVM does not act on anything softer. Returns within `limitMs` and two seconds, whatever happens.
 */
export async function runAcceleratorProbe(
  emulator: string,
  argv: readonly string[],
  limitMs: number,
): Promise<ProbeEnding> {
  const child = spawn(emulator, [...argv], { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  const stderr = collect(child);
  const ended = endOf(child);
  const inTime = await Promise.race([ended, sleep(limitMs, null)]);
  if (inTime !== null) return { ...inTime, timedOut: false, stderr: stderr() };
  child.kill('SIGKILL');
  await Promise.race([ended, sleep(killLimitMs)]);
  child.stderr.destroy();
  child.unref();
  return { exitStatus: null, signal: 'SIGKILL', timedOut: true, stderr: stderr() };
}

type End = Pick<ProbeEnding, 'exitStatus' | 'signal'>;

function endOf(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      resolve({ exitStatus: null, signal: error.code ?? error.message });
    });
    // `close` and not `exit`: the last words of a QEMU that refuses to start come with it.
    child.once('close', (exitStatus, signal) => {
      resolve({ exitStatus, signal });
    });
  });
}

function collect(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    text = (text + bytes.toString('utf8')).slice(-mostStderrBytes);
  });
  return () => stderrTail(text);
}
