import type { CompletionWords } from './completion-words.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

/** A script that completes our command lines in this shell, with the names of nodes asked when they are wanted. */
export function shellScript(shell: Shell, table: readonly CompletionWords[]): string {
  const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } satisfies Record<Shell, unknown>;
  return scripts[shell](table);
}

/** The names of the nodes, one on a line, and nothing when there are none. */
const nodes = "paddock hosts 2>/dev/null | cut -d ' ' -f 2";

/** Finds the command of the line, then what may come next; `words`, `files` and `nodes` are set. */
function finder(table: readonly CompletionWords[]): string {
  const cases = table.map(({ command, words, options, operands }) => {
    const all = [...words, ...options.flatMap(({ names }) => names)].join(' ');
    const sets = [`words='${all}'`];
    if (operands.includes('nodes')) sets.push('nodes=1');
    if (operands.includes('files')) sets.push('files=1');
    return `    '${command}') ${sets.join(' ')} ;;`;
  });
  return cases.join('\n');
}

function valued(table: readonly CompletionWords[], kind: 'file' | 'other'): string {
  const names = table.flatMap(({ options }) =>
    options.filter(({ value }) => value === kind).flatMap((one) => one.names),
  );
  return [...new Set(names)].join('|');
}

function groupNames(table: readonly CompletionWords[]): string {
  const groups = table.flatMap(({ command }) => (command.includes(' ') ? [command.split(' ')[0] ?? ''] : []));
  return [...new Set(groups)].join('|') || '-';
}

/** Inside a loop over the words before the cursor: the command that they name, past options and their values. */
function commandSoFar(table: readonly CompletionWords[]): string {
  return `    if [[ -n $skip ]]; then skip=''; continue; fi
    case $word in
    ${valued(table, 'file')}|${valued(table, 'other')}) skip=1 ;;
    -*) ;;
    *) case $command in '') command=$word ;; ${groupNames(table)}) command="$command $word" ;; esac ;;
    esac`;
}

function bashScript(table: readonly CompletionWords[]): string {
  return `# Completes paddock in bash: source <(paddock completion bash)
_paddock() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  local command='' word='' words='' nodes='' files='' skip='' index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
${commandSoFar(table)}
  done
  COMPREPLY=()
  case $previous in
  ${valued(table, 'file')}) compopt -o default 2>/dev/null; return ;;
  ${valued(table, 'other')}) return ;;
  esac
  case $command in
${finder(table)}
  esac
  [[ -z $nodes || $current == -* ]] || words="$words $(${nodes})"
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  [[ -z $files || \${#COMPREPLY[@]} -gt 0 ]] || compopt -o default 2>/dev/null
}
complete -F _paddock paddock`;
}

function zshScript(table: readonly CompletionWords[]): string {
  return `#compdef paddock
# Completes paddock in zsh: source <(paddock completion zsh), after compinit
_paddock() {
  local command='' word='' words_='' nodes='' files='' skip=''
  local previous=\${words[CURRENT-1]}
  for word in \${words[2,CURRENT-1]}; do
${commandSoFar(table)}
  done
  case $previous in
  ${valued(table, 'file')}) _files; return ;;
  ${valued(table, 'other')}) return ;;
  esac
  case $command in
${finder(table).replaceAll(" words='", " words_='")}
  esac
  [[ -z $nodes || \${words[CURRENT]} == -* ]] || words_="$words_ $(${nodes} | tr '\\n' ' ')"
  compadd -- \${=words_}
  [[ -z $files ]] || _files
}
compdef _paddock paddock`;
}

function fishScript(table: readonly CompletionWords[]): string {
  const lines = table.flatMap((entry) => fishLines(entry));
  return ['# Completes paddock in fish: paddock completion fish | source', 'complete -c paddock -f', ...lines].join(
    '\n',
  );
}

function fishLines({ command, words, options, operands, summary }: CompletionWords): readonly string[] {
  const parts = command.split(' ');
  const seen = parts.map((part) => `__fish_seen_subcommand_from ${part}`).join('; and ');
  const on = command === '' ? '__fish_use_subcommand' : seen;
  const about = summary === '' ? '' : ` # ${summary}`;
  const line = (rest: string) => `complete -c paddock -n '${on}' ${rest}`;
  return [
    ...(words.length === 0 ? [] : [`${line(`-a '${words.join(' ')}'`)}${about}`]),
    ...(operands.includes('nodes') ? [line(`-a "(${nodes.replaceAll("'", "\\'").replace("\\' \\'", "' '")})"`)] : []),
    ...(operands.includes('files') ? [line('-F')] : []),
    ...options.map((option) => line(fishOption(option))),
  ];
}

function fishOption({ names, value, description }: CompletionWords['options'][number]): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const takes = { none: '', file: ' -r -F', other: ' -x' } as const;
  return `${flags.join(' ')}${takes[value]} -d '${description.replaceAll("'", "\\'")}'`;
}
