import type { Command } from './command.ts';

/**
 * The command line with `--` put before the first word that is the guest's own: in `exec meta uname -a`, before `uname`.
 * From there on nothing is an option of ours. A line that has its `--` already, or goes to no guest, stays as it is.
 */
export function shieldGuestWords(argv: readonly string[], commands: readonly Command[]): readonly string[] {
  let operands = 0;
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    if (word === '--') return argv;
    // The only option with a value that such a line can have.
    if (word === '--home') index += 1;
    if (word.startsWith('-') && word !== '-') continue;
    operands += 1;
    if (operands === 1 && !takesGuestWords(word, commands)) return argv;
    if (operands === 3) return [...argv.slice(0, index), '--', ...argv.slice(index)];
  }
  return argv;
}

function takesGuestWords(name: string, commands: readonly Command[]): boolean {
  return commands.find((command) => command.name === name)?.takesGuestWords === true;
}
