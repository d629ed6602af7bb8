import { basename } from 'node:path';
import { constants } from 'node:os';
import type { Writable } from 'node:stream';
import type { Options } from 'execa';
import { failure, type Failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { AttachRequest, ProgramOutput, ProgramRequest, Programs, RelayRequest } from '../ports/programs.ts';
import { cleanEnvironment } from './clean-environment.ts';
import { collectOutput, type CollectedOutput } from './collect-output.ts';
import { relayOutput } from './relay-output.ts';
import { searchPath } from './search-path.ts';
import { heedAbort } from './heed-abort.ts';
import { guardGroup, type GroupGuard } from './guard-group.ts';
import { runTogether } from './run-together.ts';

/** The Programs port, over execa but for `runTogether`; the only file that knows execa. */
export function createPrograms(): Programs {
  return { run: runProgram, runTogether, relay: relayProgram, attach: attachProgram };
}

async function runProgram(request: ProgramRequest): Promise<Result<ProgramOutput>> {
  if (request.signal?.aborted === true) return fail(failure('interrupted', { command: basename(request.executable) }));
  // Loaded on first use: it costs more start-up than many a command takes.
  const { execa } = await import('execa');
  const child = execa(request.executable, [...request.arguments], captureOptions(request));
  if (request.stdin instanceof Promise) void sendOnceKnown(child.stdin, request.stdin);
  const guard = guardGroup(child.pid, request);
  const output = collectOutput(child, {
    maxStdoutBytes: request.maxStdoutBytes,
    onLine: request.onLine,
    onOverflow: () => {
      guard.overflow();
    },
  });
  const ended = await settle(child);
  guard.release();
  const problem = judge(request, ended, { why: guard.ended(), output });
  if (problem !== null) return fail(problem);
  return ok({ exitStatus: ended.exitCode ?? 0, stdout: output.stdout(), stderr: output.stderrTail() });
}

async function relayProgram(request: RelayRequest): Promise<Result<number>> {
  if (request.signal?.aborted === true) return fail(failure('interrupted', { command: basename(request.executable) }));
  const { execa } = await import('execa');
  const child = execa(request.executable, [...request.arguments], captureOptions(request));
  if (request.keepsStdinOpen === true) sendAndHold(child.stdin, request.stdin ?? '');
  const guard = guardGroup(child.pid, request);
  const output = relayOutput(child, request.onOutput);
  const ended = await settle(child);
  if (ended.code !== 'ENOENT') await output.ended;
  guard.release();
  const problem = judge(request, ended, { why: guard.ended(), output });
  return problem === null ? ok(ended.exitCode ?? 0) : fail(problem);
}

/** Writes and does not end: the end comes with the program's, or with ours. */
function sendAndHold(stdin: Writable | null, bytes: string | Uint8Array): void {
  // A program may end without having read it all; how it ended tells why.
  stdin?.on('error', () => undefined).write(bytes);
}

/** An input that comes to nothing is for its maker to heed: the program waits on. */
async function sendOnceKnown(stdin: Writable | null, bytes: Promise<string | Uint8Array>): Promise<void> {
  stdin?.on('error', () => undefined);
  await bytes.then(
    (known) => stdin?.end(known),
    () => undefined,
  );
}

async function attachProgram(request: AttachRequest): Promise<Result<number>> {
  const { signal } = request;
  if (signal.aborted) return fail(failure('interrupted', { command: basename(request.executable) }));
  const { execa } = await import('execa');
  const child = execa(request.executable, [...request.arguments], {
    stdio: 'inherit',
    reject: false,
    cwd: request.cwd ?? '/',
    env: { PATH: searchPath(process.env['PATH']) },
  });
  // Those of a terminal reach the program by themselves; one that was sent to us alone would not.
  const heedNoMore = heedAbort(signal, () => child.kill(signalOf(signal)));
  const ended = await settle(child);
  heedNoMore();
  if (child.killed) return ok(128 + constants.signals[signalOf(signal)]);
  if (ended.code === 'ENOENT') return fail(toolMissing(request));
  if (ended.signal !== undefined) return ok(128 + constants.signals[ended.signal]);
  return ended.exitCode === undefined ? fail(notStarted(request, ended)) : ok(ended.exitCode);
}

/** What we were told to end with. */
function signalOf({ reason }: { readonly reason: unknown }): 'SIGINT' | 'SIGHUP' | 'SIGTERM' {
  return reason === 'SIGINT' || reason === 'SIGHUP' ? reason : 'SIGTERM';
}

/** What execa's result says, as far as it is read here. */
interface Ended {
  readonly exitCode?: number | undefined;
  readonly signal?: NodeJS.Signals | undefined;
  readonly code?: string | undefined;
}

async function settle(child: PromiseLike<Ended>): Promise<Ended> {
  try {
    return await child;
  } catch (error) {
    // With a deleted current folder execa fails while it words a program that was not found.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { code: 'ENOENT' };
    throw error;
  }
}

type InputRequest = Pick<ProgramRequest, 'stdin'> & Pick<RelayRequest, 'keepsStdinOpen' | 'inheritsStdin'>;

function captureOptions(request: InputRequest & Pick<ProgramRequest, 'cwd' | 'env'>) {
  return {
    reject: false,
    buffer: false,
    stripFinalNewline: false,
    // The folder that the person stands in may be gone; asking for it would throw.
    cwd: request.cwd ?? '/',
    extendEnv: false,
    env: { ...cleanEnvironment(), ...request.env },
    // A session of its own: Ctrl-C reaches us alone, and ending the group ends what the program started too.
    detached: true,
    cleanup: false,
    ...inputOptions(request),
  } satisfies Options;
}

function inputOptions({ stdin, keepsStdinOpen, inheritsStdin }: InputRequest) {
  if (inheritsStdin === true) return { stdin: 'inherit' } as const;
  if (keepsStdinOpen === true || stdin instanceof Promise) return { stdin: 'pipe' } as const;
  return stdin === undefined ? ({ stdin: 'ignore' } as const) : { input: stdin };
}

function judge(
  request: Omit<ProgramRequest, 'onLine'>,
  ended: Ended,
  run: { readonly why: ReturnType<GroupGuard['ended']>; readonly output: Pick<CollectedOutput, 'stderrTail'> },
): Failure | null {
  const { why, output } = run;
  if (ended.code === 'ENOENT') return toolMissing(request);
  if (why === 'aborted') return failure('interrupted', { command: basename(request.executable) });
  if (why === null && ended.exitCode !== undefined && (request.accept ?? [0]).includes(ended.exitCode)) return null;
  return failure('command_failed', {
    command: {
      name: basename(request.executable),
      argv: [request.executable, ...request.arguments],
      exitStatus: ended.exitCode ?? null,
      signal: ended.signal ?? null,
      timedOut: why === 'timeout',
      stderr: why === 'overflow' ? 'too much output' : output.stderrTail() || (ended.code ?? ''),
    },
  });
}

/** It was found and could not be started, as the code of the system says. */
function notStarted({ executable, arguments: words }: AttachRequest, { code }: Ended): Failure {
  const argv = [executable, ...words];
  const end = { exitStatus: null, signal: null, timedOut: false, stderr: code ?? '' };
  return failure('command_failed', { command: { name: basename(executable), argv, ...end } });
}

function toolMissing(request: Pick<AttachRequest, 'executable' | 'packages'>): Failure {
  const tool = basename(request.executable);
  return failure('tool_missing', { tool, packages: request.packages ?? tool });
}
