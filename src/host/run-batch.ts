import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { TogetherEnd, TogetherRequest } from '../ports/programs.ts';
import { cleanEnvironment } from './clean-environment.ts';
import { collectOutput } from './collect-output.ts';
import { guardGroup } from './guard-group.ts';

/** Two streams for each of four programs lie below it; a plain shell knows no descriptor above. */
const statusStream = 9;

/** One shell that starts up to four programs and waits for them. */
export async function runBatch(request: TogetherRequest): Promise<readonly TogetherEnd[]> {
  const { programs, cwd, signal } = request;
  if (signal?.aborted === true) return programs.map(() => 'aborted');
  const words = programs.flatMap((program) => [program.executable, ...program.arguments]);
  const shell = spawn('/bin/sh', ['-c', scriptOf(programs), 'paddock', ...words], {
    cwd,
    env: cleanEnvironment(),
    stdio: ['ignore', ...Array.from({ length: statusStream }, () => 'pipe' as const)],
    detached: true,
  });
  // It is followed by `close`, and no program has said its status.
  shell.on('error', () => undefined);
  const guard = guardGroup(shell.pid, request);
  const ended = new Promise<void>((resolve) => shell.once('close', resolve));
  const onOverflow = () => {
    guard.overflow();
  };
  const outputs = programs.map((_, index) => {
    const streams = { stdout: streamOf(shell, 2 * index + 1), stderr: streamOf(shell, 2 * index + 2) };
    return collectOutput(streams, { maxStdoutBytes: request.maxStdoutBytes, onOverflow });
  });
  const statuses = collectOutput({ stdout: streamOf(shell, statusStream), stderr: null }, { onOverflow });
  await ended;
  guard.release();
  return outputs.map((output, index) => {
    const status = new RegExp(`^${String(index)} (\\d+)$`, 'mu').exec(statuses.stdout())?.[1];
    if (status !== undefined) {
      return { exitStatus: Number(status), stdout: output.stdout(), stderr: output.stderrTail() };
    }
    const why = guard.ended();
    return why === null || why === 'overflow' ? 'unknown' : why;
  });
}

function streamOf({ stdio }: ChildProcess, number: number): Readable | null {
  const stream = stdio[number];
  return stream !== null && stream !== undefined && 'read' in stream ? stream : null;
}

/**
 * Program n writes to the descriptors 2n + 1 and 2n + 2 and holds none of the others', so that the end of each stream is that
 * of its program. Its words are words of the shell's own, which expands nothing in them.
 */
function scriptOf(programs: TogetherRequest['programs']): string {
  const all = Array.from({ length: statusStream - 1 }, (_, index) => index + 1);
  let next = 1;
  const starts = programs.map((program, index) => {
    const words = [program.executable, ...program.arguments].map(() => `"\${${String(next++)}}"`);
    const [out, err] = [2 * index + 1, 2 * index + 2];
    const own = index === 0 ? '' : `exec 1>&${String(out)} 2>&${String(err)}; `;
    const others = all.filter((each) => each > 2).map((each) => `${String(each)}>&-`);
    const status = `>&${String(statusStream)}`;
    return `(${own}exec ${others.join(' ')}; ${words.join(' ')} ${String(statusStream)}>&-; echo "${String(index)} $?" ${status}) &`;
  });
  return `${starts.join('\n')}\nexec ${all.map((each) => `${String(each)}>&-`).join(' ')}\nwait\n`;
}
