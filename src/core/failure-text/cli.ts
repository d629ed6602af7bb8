import type { FailureTexts } from '../failure-class.ts';
import type { CliFailures } from '../failure/cli.ts';

/** What is told of that which an interrupted command leaves. */
const leaves = {
  machines: 'what runs keeps running',
  copied: 'what was copied so far stays where it is',
} as const;

export const cliTexts = {
  usage_error: {
    class: 'usage',
    left: 'nothing',
    message: (f) => f.problem,
  },
  unknown_command: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      `no command is called ${JSON.stringify(f.name)}${f.suggested.length === 0 ? '; paddock help lists them all' : `, did you mean ${f.suggested.join(' or ')}`}`,
  },
  confirmation_required: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      `${f.command} asks first and there is no terminal to ask on: nothing was changed; --yes confirms it`,
    next: (f) => [f.next],
  },
  declined: {
    class: 'cancelled',
    left: 'nothing',
    message: (f) =>
      `${f.command} was not confirmed${f.typed === null ? '' : `: ${JSON.stringify(f.typed)} was typed, not ${f.expected}`}; nothing was changed`,
  },
  command_not_available: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `${f.command} is not there yet in this version`,
  },
  interrupted: {
    class: 'cancelled',
    left: 'known',
    message: (f) => `${f.command} was interrupted${f.leaves === undefined ? '' : `; ${leaves[f.leaves]}`}`,
  },
  manifest_exists: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `${f.path}: exists already, and init never overwrites a file`,
  },
  working_directory_gone: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      `${f.wanted}: the working directory does not exist any more; change to one that does, or name an absolute path`,
  },
  log_absent: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `node ${f.node}: has no ${f.source} log`,
  },
  output_failed: {
    class: 'runtime',
    left: 'known',
    message: (f) =>
      `stdout could not be written (${f.code}), so output is missing; whatever the command did before stays done`,
  },
  internal_error: {
    class: 'runtime',
    left: 'unknown',
    message: (f) => `this is a bug in paddock: ${f.problem}; run it again with -v and report what it prints`,
  },
} satisfies FailureTexts<CliFailures>;
