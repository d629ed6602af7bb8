import { failure } from '../core/failure.ts';
import type { CommandOutcome, GlobalOptions, Invocation, OutputFormat } from './command.ts';
import { commands } from './commands.ts';
import { versionCommand } from './commands/version.ts';
import { compose, composeReading } from './compose.ts';
import { present } from './present.ts';
import { type CommandLine, parseCommandLine } from './program.ts';
import type { Streams } from './streams.ts';
import { writeAll } from './write-all.ts';

/** What a run of the program needs of the process it is in. */
export interface CliHost {
  readonly process: Streams & { readonly env: Invocation['env']; cwd(): string };
  readonly signal: AbortSignal;
}

/** Runs one command line from its words to its exit status. The one place that catches bugs. */
export async function runCli(argv: readonly string[], host: CliHost): Promise<number> {
  const line = parseCommandLine(argv, commands);
  const global = line.kind === 'run' ? line.global : typedGlobals(argv);
  const presentation = {
    format: global.format,
    streams: host.process,
    carried: { file: fileOf(line), home: global.home },
    failureExit: line.kind === 'run' ? (line.command.failureExit ?? null) : null,
  };
  try {
    return await present(await outcomeOf(line, global, host), presentation);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    if (global.verbose && error instanceof Error) await writeAll(host.process.stderr, `${error.stack ?? ''}\n`);
    return present({ kind: 'failed', failures: [failure('internal_error', { problem })], report: null }, presentation);
  }
}

function outcomeOf(line: CommandLine, global: GlobalOptions, host: CliHost): Promise<CommandOutcome> {
  switch (line.kind) {
    case 'run':
      return line.command.run(invocation(line, global, host));
    case 'version':
      return versionCommand.run(invocation({ typed: { arguments: [], options: {} } }, global, host));
    case 'help':
      return Promise.resolve({ kind: 'result', exit: 0, document: { help: line.text }, text: line.text });
    case 'wrong':
      return Promise.resolve({ kind: 'failed', failures: line.failures, report: null });
  }
}

function invocation(
  line: Pick<Extract<CommandLine, { kind: 'run' }>, 'typed'>,
  global: GlobalOptions,
  host: CliHost,
): Invocation {
  const cwd = workingDirectory(host);
  const world = { global, env: host.process.env, cwd, signal: host.signal, streams: host.process };
  return {
    ...line.typed,
    global,
    env: host.process.env,
    cwd,
    signal: host.signal,
    reading: () => composeReading(world),
    ports: () => compose(world),
  };
}

/** A deleted working directory is an answer, and most commands need none. */
function workingDirectory(host: CliHost): string | null {
  try {
    return host.process.cwd();
  } catch {
    return null;
  }
}

/** The form of the answer must be known even when the rest of the line is wrong. */
function typedGlobals(argv: readonly string[]): GlobalOptions {
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  const format: OutputFormat = words.includes('--json') ? 'json' : words.includes('--yaml') ? 'yaml' : 'text';
  const verbose = words.includes('-v') || words.includes('--verbose');
  const home = words.indexOf('--home');
  return { format, verbose, home: home === -1 ? null : (words[home + 1] ?? null) };
}

function fileOf(line: CommandLine): string | null {
  const file = line.kind === 'run' ? line.typed.options['file'] : undefined;
  return typeof file === 'string' ? file : null;
}
