import { failure } from '../core/failure.ts';
import type { Command } from './command.ts';

/** A command that plans and refusals name but that this version does not have: it says so, and changes nothing. */
export function laterCommand(name: string, summary: string): Command {
  return {
    name,
    summary: `${summary} (not in this version)`,
    arguments: [],
    options: [],
    examples: [],
    acceptsAnything: true,
    run: () =>
      Promise.resolve({
        kind: 'failed',
        failures: [failure('command_not_available', { command: name })],
        report: null,
      }),
  };
}
