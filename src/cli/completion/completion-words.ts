import type { Command, OptionSpec } from '../command.ts';

/** What can be typed after a command, or after nothing: for scripts that complete it. */
export interface CompletionWords {
  /** Empty for the beginning of the line. */
  readonly command: string;
  readonly summary: string;
  /** Words that may come next. */
  readonly words: readonly string[];
  readonly options: readonly CompletionOption[];
  /** What arguments are. */
  readonly operands: 'nodes' | 'files' | 'nodes or files' | 'none';
}

export interface CompletionOption {
  /** `--file`, `-f`. */
  readonly names: readonly string[];
  readonly value: 'none' | 'file' | 'other';
  readonly description: string;
}

const globals: readonly OptionSpec[] = [
  { flags: '--json', description: 'one JSON document on stdout' },
  { flags: '--yaml', description: 'the same document as YAML' },
  { flags: '-v, --verbose', description: 'say more on stderr' },
  { flags: '--home <folder>', description: 'where state and disks are kept' },
  { flags: '-h, --help', description: 'say how it is used' },
];

/** The beginning of the line first, then each group of commands, then each command. */
export function completionWords(commands: readonly Command[]): readonly CompletionWords[] {
  const there = commands.filter((command) => command.acceptsAnything !== true);
  const first = [...new Set(there.map(({ name }) => firstWord(name)))];
  const groups = first.filter((word) => there.some(({ name }) => name.startsWith(`${word} `)));
  return [
    plain('', { words: [...first, 'help'], summary: '' }),
    ...groups.map((group) => {
      const words = there.flatMap(({ name }) => (name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : []));
      return plain(group, { words, summary: `${group} commands` });
    }),
    ...there.map(wordsOf),
  ];
}

function plain(command: string, { words, summary }: Pick<CompletionWords, 'words' | 'summary'>): CompletionWords {
  return { command, summary, words, options: globals.map(optionOf), operands: 'none' };
}

function wordsOf(command: Command): CompletionWords {
  return {
    command: command.name,
    summary: command.summary,
    words: command.arguments.flatMap((argument) => argument.choices ?? []),
    options: [...command.options, ...globals].map(optionOf),
    operands: operandsOf(command),
  };
}

function operandsOf(command: Command): CompletionWords['operands'] {
  const names = command.arguments.map(({ name }) => name);
  if (names.includes('path')) return 'nodes or files';
  if (names.includes('node')) return 'nodes';
  return names.includes('file') ? 'files' : 'none';
}

function optionOf({ flags, description }: OptionSpec): CompletionOption {
  const [, value] = /<(.*)>/.exec(flags) ?? [];
  const isFile = value !== undefined && /^(path|file|folder)$/.test(value);
  return {
    names: flags.match(/--?[a-z][a-z-]*/g) ?? [],
    value: value === undefined ? 'none' : isFile ? 'file' : 'other',
    description,
  };
}

function firstWord(name: string): string {
  return name.split(' ')[0] ?? name;
}
