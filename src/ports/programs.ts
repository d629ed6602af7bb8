import type { Result } from '../core/result.ts';

/**
 * Runs other programs. They get a small clean environment (PATH, HOME, USER, LOGNAME, TMPDIR, LANG=C, LC_ALL=C and
 * what `env` adds), `/` as their folder unless `cwd` says otherwise, and words, never a shell string.
 */
export interface Programs {
  /**
   * Runs to the end and captures stdout. Not found is `tool_missing`; an unaccepted exit status, a signal, the timeout
   * or too much output is `command_failed`, with the last lines of stderr; an abort is `interrupted`. Whatever happens,
   * the program and everything it started in its session is gone or finished when this returns.
   */
  run(request: ProgramRequest): Promise<Result<ProgramOutput>>;
  /**
   * Runs several programs by one start of a process, which takes one of our size tens of ms each. They get no input. All are
   * bounded together, and nothing of any is left when they have been told.
   */
  runTogether(request: TogetherRequest): Promise<readonly TogetherEnd[]>;
  /**
   * Like `run`, but hands on what the program writes, piece by piece, and keeps nothing of stdout: the program waits while
   * a piece is being taken. Returns the exit status.
   */
  relay(request: RelayRequest): Promise<Result<number>>;
  /**
   * Hands over the caller's own stdin, stdout and stderr and its whole environment, in `cwd` or `/`; returns the exit status, 128 + n for
   * signal n. Not bounded in time: a person is at the other end. An abort hands on the signal that it names as its reason.
   */
  attach(request: AttachRequest): Promise<Result<number>>;
}

export interface ProgramRequest {
  /** Absolute path, or a name that is looked up on PATH. */
  readonly executable: string;
  readonly arguments: readonly string[];
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** A program that is promised its input waits for it; one that ends without never gets it. */
  readonly stdin?: string | Uint8Array | Promise<string | Uint8Array>;
  /** Added to the clean environment. */
  readonly env?: { readonly [name: string]: string };
  readonly cwd?: string;
  /** Exit statuses that are an answer and no failure; `[0]` by default. */
  readonly accept?: readonly number[];
  /** Most bytes of stdout, 16 MiB by default. */
  readonly maxStdoutBytes?: number;
  /** Called for each line of stdout and stderr while the program runs. */
  readonly onLine?: (line: string, from: 'stdout' | 'stderr') => void;
  /** Package that brings the program, for `tool_missing`; the program's own name by default. */
  readonly packages?: string;
}

export interface TogetherRequest {
  readonly programs: readonly Pick<ProgramRequest, 'executable' | 'arguments'>[];
  readonly cwd: string;
  /** For all of them. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Most bytes of stdout of each. */
  readonly maxStdoutBytes: number;
}

/** Any exit status is an answer, 126 and 127 of a program that could not be started too. `unknown`: nobody can tell. */
export type TogetherEnd = ProgramOutput | 'timeout' | 'aborted' | 'unknown';

export interface RelayRequest extends Omit<ProgramRequest, 'maxStdoutBytes' | 'onLine' | 'stdin'> {
  readonly stdin?: string | Uint8Array;
  /** After `stdin` the program finds no end of it, until it or this process ends. */
  readonly keepsStdinOpen?: true;
  /** The program reads what the caller would have read. */
  readonly inheritsStdin?: true;
  readonly onOutput: (piece: { readonly from: 'stdout' | 'stderr'; readonly text: string }) => Promise<void>;
}

export interface ProgramOutput {
  readonly exitStatus: number;
  readonly stdout: string;
  /** The last 20 lines, at most 4 KiB. */
  readonly stderr: string;
}

export interface AttachRequest {
  readonly executable: string;
  readonly arguments: readonly string[];
  readonly signal: AbortSignal;
  readonly cwd?: string;
  readonly packages?: string;
}
