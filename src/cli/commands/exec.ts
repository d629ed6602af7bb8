import type { Command } from '../command.ts';
import { enterGuest, sshFailureExit } from '../enter-guest.ts';
import { nodeArgument } from '../option-specs.ts';

export const execCommand: Command = {
  name: 'exec',
  summary: 'run a command on a node; its words and exit status stay as they are',
  arguments: [
    nodeArgument,
    { name: 'command', required: true, variadic: true, description: 'words to run, as they are' },
  ],
  options: [],
  examples: ['paddock exec meta -- uname -a', "paddock exec meta -- sh -c 'echo $HOME'"],
  takesGuestWords: true,
  failureExit: sshFailureExit,
  run: (invocation) => enterGuest(invocation, { command: 'exec', terminal: 'never' }),
};
