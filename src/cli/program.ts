import { Command as Parser, CommanderError, InvalidArgumentError, Option } from 'commander';
import { type Failure, failure } from '../core/failure.ts';
import type { Command, GlobalOptions, Invocation } from './command.ts';
import { shieldGuestWords } from './guest-words.ts';
import { nearMisses } from './near-misses.ts';

/** What a command line asks for. */
export type CommandLine =
  | { readonly kind: 'run'; readonly command: Command; readonly typed: Typed; readonly global: GlobalOptions }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  /** `commandName` is what the line began with, as far as it could be told. */
  | { readonly kind: 'wrong'; readonly failures: readonly Failure[]; readonly commandName: string | null };

export type Typed = Pick<Invocation, 'arguments' | 'options'>;

/** Reads a command line against the table of commands. Prints nothing and never ends the process. */
export function parseCommandLine(argv: readonly string[], commands: readonly Command[]): CommandLine {
  const printed: string[] = [];
  let chosen: { readonly command: Command; readonly typed: Typed } | null = null;
  const root = rootParser((text) => printed.push(text));
  for (const command of mentioned(argv, commands)) {
    addCommand(root, command, (typed) => {
      chosen = { command, typed };
    });
  }
  try {
    root.parse([...shieldGuestWords(argv, commands)], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return ended(error, { printed: printed.join(''), root, commands });
    throw error;
  }
  // The compiler does not see the assignment in the callback.
  const found = chosen as { readonly command: Command; readonly typed: Typed } | null;
  if (found === null) return { kind: 'help', text: root.helpInformation() };
  const empty = emptyArguments(found);
  if (empty.length > 0) return { kind: 'wrong', failures: empty, commandName: found.command.name };
  return { kind: 'run', ...found, global: globalOptions(root) };
}

/** An argument is never empty, like the value of an option. Lists of nodes and paths have complaints of their own. */
function emptyArguments({ command, typed }: { readonly command: Command; readonly typed: Typed }): readonly Failure[] {
  if (command.acceptsAnything === true) return [];
  return command.arguments.flatMap(({ name, variadic, required }, index) => {
    if (variadic || typed.arguments[index] !== '') return [];
    const remedy = required ? 'name one' : 'leave it out or name one';
    return [failure('usage_error', { problem: `argument ${name} of ${command.name} is empty; ${remedy}` })];
  });
}

/** Building every command costs more than parsing one line: only those that the line mentions, where that is the same. */
function mentioned(argv: readonly string[], commands: readonly Command[]): readonly Command[] {
  const found = commands.filter((command) => argv.includes(command.name.split(' ')[0] ?? ''));
  const wantsHelp = argv.some((word) => word === 'help' || word === '--help' || word === '-h');
  return wantsHelp || found.length === 0 ? commands : found;
}

function rootParser(print: (text: string) => void): Parser {
  const root = new Parser('paddock')
    .description('Local Linux virtual machines from one declarative inventory, without surprises.')
    .version('', '-V, --version', 'print the version')
    .addOption(new Option('--json', 'one JSON document on stdout').conflicts('yaml'))
    .addOption(new Option('--yaml', 'the same document as YAML'))
    .option('-v, --verbose', 'say more on stderr')
    .addOption(optionOf('--home <folder>', 'where state and disks are kept (default: $PADDOCK_HOME, else ~/.paddock)'))
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: print });
  root.addHelpText(
    'after',
    '\nExit status: 0 done, 1 failed, 2 usage, 3 capability, 4 conflict, 5 partial, 6 resource, 7 integrity, 130 cancelled.',
  );
  return root;
}

/** An option whose value, when it takes one, is never empty: an unset variable in a script must not mean the default. */
function optionOf(flags: string, description: string): Option {
  const option = new Option(flags, description);
  if (!option.required) return option;
  return option.argParser((value) => {
    if (value === '') throw new InvalidArgumentError('It must not be empty.');
    return value;
  });
}

function addCommand(root: Parser, command: Command, choose: (typed: Typed) => void): void {
  const words = command.name.split(' ');
  const name = words.at(-1) ?? command.name;
  const parser = parentOf(root, words.slice(0, -1)).command(name).description(command.summary);
  for (const argument of command.arguments) {
    const dots = argument.variadic ? '...' : '';
    parser.argument(
      argument.required ? `<${argument.name}${dots}>` : `[${argument.name}${dots}]`,
      argument.description,
    );
  }
  for (const option of command.options) parser.addOption(optionOf(option.flags, option.description));
  if (command.acceptsAnything === true) parser.allowUnknownOption().allowExcessArguments();
  else parser.allowExcessArguments(false);
  if (command.examples.length > 0) {
    parser.addHelpText('after', `\nExamples:\n${command.examples.map((example) => `  ${example}`).join('\n')}`);
  }
  parser.action(() => {
    choose({ arguments: parser.args, options: parser.opts() });
  });
}

/** The group that a command of two words stands in, made with its first member. */
function parentOf(root: Parser, words: readonly string[]): Parser {
  const [group] = words;
  if (group === undefined) return root;
  return (
    root.commands.find((candidate) => candidate.name() === group) ??
    root.command(group).description(`${group} commands`)
  );
}

function globalOptions(root: Parser): GlobalOptions {
  const given = root.opts<{ json?: true; yaml?: true; verbose?: true; home?: string }>();
  return {
    format: given.json === true ? 'json' : given.yaml === true ? 'yaml' : 'text',
    verbose: given.verbose === true,
    home: given.home ?? null,
  };
}

interface Ending {
  readonly printed: string;
  readonly root: Parser;
  readonly commands: readonly Command[];
}

function ended(error: CommanderError, ending: Ending): CommandLine {
  if (error.code === 'commander.version') return { kind: 'version' };
  if (error.exitCode === 0) return { kind: 'help', text: ending.printed.trimEnd() };
  // Nothing was typed, so nothing is wrong.
  if (error.code === 'commander.help' && ending.root.args.length === 0) {
    return { kind: 'help', text: ending.root.helpInformation() };
  }
  return { kind: 'wrong', failures: [complaint(error, ending)], commandName: ending.root.args[0] ?? null };
}

function complaint(error: CommanderError, ending: Ending): Failure {
  const [first, ...rest] = ending.root.args;
  if (error.code === 'commander.unknownCommand') return unknownCommand(ending.root.args, ending.commands);
  if (error.code === 'commander.help' && first === 'help') return unknownCommand(rest, ending.commands);
  if (error.code === 'commander.help') {
    return failure('usage_error', { problem: 'a command is missing; --help lists them' });
  }
  if (error.code === 'commander.invalidArgument') {
    // Only the check for emptiness ends so; commander's own sentence ends in a full stop.
    const [, flags = ''] = /option '([^']*)'/.exec(error.message) ?? [];
    return failure('usage_error', { problem: `option '${flags}' was given an empty value; leave it out or name one` });
  }
  return failure('usage_error', { problem: error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ') });
}

function unknownCommand(words: readonly string[], commands: readonly Command[]): Failure {
  const [first = '', second] = words;
  const group = commands.filter((command) => command.name.startsWith(`${first} `)).map((command) => command.name);
  if (group.length > 0)
    return failure('unknown_command', { name: `${first} ${second ?? ''}`.trim(), suggested: group });
  const names = commands.map((command) => command.name);
  return failure('unknown_command', {
    name: first,
    suggested: nearMisses(first, names).map((name) => `paddock ${name}`),
  });
}
