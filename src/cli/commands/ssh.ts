import type { Command } from '../command.ts';
import { enterGuest, sshFailureExit } from '../enter-guest.ts';
import { nodeArgument } from '../option-specs.ts';

export const sshCommand: Command = {
  name: 'ssh',
  summary: 'open a shell on a node, or run a command there with a terminal',
  arguments: [
    nodeArgument,
    { name: 'command', required: false, variadic: true, description: 'words to run, as they are' },
  ],
  options: [],
  examples: ['paddock ssh meta', 'paddock ssh meta -- top'],
  takesGuestWords: true,
  failureExit: sshFailureExit,
  run: (invocation) => enterGuest(invocation, { command: 'ssh', terminal: 'auto' }),
};
