import { failure } from '../core/failure.ts';
import { harmless } from '../ui/harmless.ts';
import type { Carried } from '../ui/carry-on.ts';
import { carriedAfter } from './carried-by-lab.ts';
import type { CommandOutcome, GlobalOptions, Invocation, OutputFormat } from './command.ts';
import { commands } from './commands.ts';
import { versionCommand } from './commands/version.ts';
import { compose, composeAccess, composeNewFiles, composeReading } from './compose.ts';
import { type EventView, openEventView } from './event-view.ts';
import { shieldGuestWords } from './guest-words.ts';
import { followLab } from './follow-lab.ts';
import { lossyArgument } from './lossy-argument.ts';
import { type Presentation, present } from './present.ts';
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
  const line = readCommandLine(argv);
  const presentation = presentationOf(line, argv, host);
  const views: EventView[] = [];
  const closeViews = () => {
    for (const view of views.splice(0)) view.close();
  };
  const context = { host, presentation, views };
  try {
    const outcome = await outcomeOf(line, context);
    closeViews();
    if (line.kind === 'run') {
      await followLab(line.command, presentation, { process: host.process, cwd: workingDirectory(host) });
    }
    return await present(outcome, { ...presentation, carried: await carriedOf(line, outcome, context) });
  } catch (error) {
    closeViews();
    const { problem, stack } = describeBug(error);
    if (presentation.global.verbose) await writeAll(host.process.stderr, `${harmless(stack)}\n`);
    return present({ kind: 'failed', failures: [failure('internal_error', { problem })], report: null }, presentation);
  }
}

/** Words that node could not read as they are would arrive changed, in a guest or as the name of a file. */
function readCommandLine(argv: readonly string[]): CommandLine {
  const lossy = lossyArgument(argv);
  if (lossy === null) return parseCommandLine(argv, commands);
  const problem = `argument ${String(lossy)} is no UTF-8 text, so its bytes would be changed; send them on stdin, or in a file of another name`;
  return { kind: 'wrong', failures: [failure('usage_error', { problem })], commandName: argv[0] ?? null };
}

interface Context {
  readonly host: CliHost;
  readonly presentation: CliPresentation;
  /** Opened views, to be closed before the outcome is drawn. */
  readonly views: EventView[];
}

interface CliPresentation extends Presentation {
  readonly global: GlobalOptions;
}

function presentationOf(line: CommandLine, argv: readonly string[], host: CliHost): CliPresentation {
  const global = line.kind === 'run' ? line.global : typedGlobals(argv);
  const file = line.kind === 'run' ? line.typed.options['file'] : undefined;
  const name = line.kind === 'run' ? line.command.name : line.kind === 'wrong' ? line.commandName : null;
  return {
    global,
    format: global.format,
    streams: host.process,
    carried: { file: typeof file === 'string' ? file : null, home: global.home },
    colour: canPaint(host) ? 'colour' : 'plain',
    failureExit: commands.find((command) => command.name === name)?.failureExit ?? null,
  };
}

function canPaint({ process: { stdout, env } }: CliHost): boolean {
  return stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}

function outcomeOf(line: CommandLine, context: Context): Promise<CommandOutcome> {
  switch (line.kind) {
    case 'run':
      return line.command.run(invocation(line, context));
    case 'version':
      return versionCommand.run(
        invocation({ command: versionCommand, typed: { arguments: [], options: {} } }, context),
      );
    case 'help':
      return Promise.resolve({ kind: 'result', exit: 0, document: { help: line.text }, text: line.text });
    case 'wrong':
      return Promise.resolve({ kind: 'failed', failures: line.failures, report: null });
  }
}

async function carriedOf(line: CommandLine, outcome: CommandOutcome, context: Context): Promise<Carried> {
  if (line.kind !== 'run') return context.presentation.carried;
  return carriedAfter(outcome, { command: line.command, invocation: invocation(line, context) });
}

type Chosen = Pick<Extract<CommandLine, { readonly kind: 'run' }>, 'command' | 'typed'>;

function invocation({ command, typed }: Chosen, { host, presentation, views }: Context): Invocation {
  const { carried, colour, global } = presentation;
  const { env } = host.process;
  const view = async () => {
    const wanted = command.isWatched === true && global.format === 'text' ? 'live' : 'lines';
    const opened = await openEventView({ stderr: host.process.stderr, env, verbose: global.verbose, wanted });
    views.push(opened);
    return opened;
  };
  const world = { global, env, cwd: workingDirectory(host), signal: host.signal, streams: host.process, view };
  return {
    ...typed,
    ...world,
    carried,
    colour,
    newFiles: composeNewFiles,
    reading: () => composeReading(world),
    access: () => composeAccess(world),
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
  const shielded = shieldGuestWords(argv, commands);
  const end = shielded.indexOf('--');
  const words = end === -1 ? shielded : shielded.slice(0, end);
  const format: OutputFormat = words.includes('--json') ? 'json' : words.includes('--yaml') ? 'yaml' : 'text';
  const verbose = words.includes('-v') || words.includes('--verbose');
  const home = words.indexOf('--home');
  return { format, verbose, home: home === -1 ? null : (words[home + 1] ?? null) };
}

function describeBug(error: unknown): { readonly problem: string; readonly stack: string } {
  if (!(error instanceof Error)) return { problem: String(error), stack: '' };
  const [line = ''] = error.message.split('\n');
  return { problem: line, stack: error.stack ?? '' };
}
