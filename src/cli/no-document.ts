import { failure } from '../core/failure.ts';
import type { CommandOutcome } from './command.ts';

/** The answer of a command that hands over the terminal, where a document is asked for: there is none to give. */
export function noDocument(command: 'ssh' | 'console'): CommandOutcome {
  const instead = command === 'ssh' ? 'exec NODE COMMAND with --json has one' : 'logs NODE with --json has one';
  const problem = `${command} hands over the terminal and has no document; leave out --json or --yaml, or ${instead}`;
  return { kind: 'failed', failures: [failure('usage_error', { problem })], report: null };
}
