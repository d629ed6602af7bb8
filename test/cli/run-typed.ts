import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { afterAll } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { collector } from './collector.ts';

export interface Typed {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TypedOptions {
  readonly cwd?: string | null;
  readonly stdin?: string;
  readonly env?: { readonly [name: string]: string };
  readonly signal?: AbortSignal;
  /** In place of the one whose text is returned. */
  readonly stdout?: Writable;
}

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder of its own for one test, gone with the test's file. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paddock-cli-'));
  folders.push(folder);
  return folder;
}

/** Runs a command line in this process, with streams that are no terminals; every path stays below `home`. */
export async function runTyped(argv: readonly string[], home: string, options: TypedOptions = {}): Promise<Typed> {
  const out = collector();
  const err = collector();
  const exit = await runCli(argv, {
    process: {
      stdin: options.stdin === undefined ? new PassThrough().end() : Readable.from([Buffer.from(options.stdin)]),
      stdout: options.stdout ?? out.stream,
      stderr: err.stream,
      env: { PATH: process.env['PATH'] ?? '', HOME: home, PADDOCK_HOME: join(home, 'home'), ...options.env },
      cwd() {
        if (options.cwd === null) throw Object.assign(new Error('gone'), { code: 'ENOENT' });
        return options.cwd ?? home;
      },
    },
    signal: options.signal ?? new AbortController().signal,
  });
  return { exit, stdout: out.text(), stderr: err.text() };
}
