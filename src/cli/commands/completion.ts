import { failure } from '../../core/failure.ts';
import type { Command } from '../command.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** Takes the table of commands as a function: this command is in it. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return {
    name: 'completion',
    summary: 'print a script that completes paddock in your shell',
    arguments: [
      { name: 'shell', required: true, variadic: false, description: `one of ${shells.join(', ')}`, choices: shells },
    ],
    options: [],
    examples: ['paddock completion bash', 'paddock completion fish'],
    async run(invocation) {
      const typed = invocation.arguments[0] ?? '';
      const shell = shells.find((each) => each === typed);
      if (shell === undefined) {
        const problem = `no completion for ${JSON.stringify(typed)}; there are ${shells.join(', ')}`;
        return { kind: 'failed', failures: [failure('usage_error', { problem })], report: null };
      }
      const { completionWords } = await import('../completion/completion-words.ts');
      const { shellScript } = await import('../completion/shell-script.ts');
      const script = shellScript(shell, completionWords(commands()));
      return { kind: 'result', exit: 0, document: { shell, script }, text: script };
    },
  };
}
