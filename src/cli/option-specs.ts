import type { ArgumentSpec, OptionSpec } from './command.ts';

/** Options and arguments that several commands share, said once. */
export const fileOption: OptionSpec = {
  flags: '-f, --file <path>',
  description: 'the manifest, or - for stdin (default: paddock.yml here)',
};

export const expectPlanOption: OptionSpec = {
  flags: '--expect-plan <hash>',
  description: 'refuse when the plan is not the one with this hash',
};

export const noWaitOption: OptionSpec = {
  flags: '--no-wait',
  description: 'return once the machines run, without waiting for ssh',
};

export const rollbackOption: OptionSpec = {
  flags: '--rollback',
  description: 'when a new node cannot be started, remove what was made for it',
};

export const yesOption: OptionSpec = { flags: '--yes', description: 'confirm without being asked' };

/** So that a script may say it with every command: it gives none of these any power. */
export const needlessYesOption: OptionSpec = {
  flags: '--yes',
  description: 'taken for scripts; nothing is asked here',
};

export const dryRunOption: OptionSpec = {
  flags: '--dry-run',
  description: 'show what would go and what would stay, and change nothing',
};

export const nodesArgument: ArgumentSpec = {
  name: 'node',
  required: false,
  variadic: true,
  description: 'names of nodes; all without any',
};

export const nodeArgument: ArgumentSpec = {
  name: 'node',
  required: true,
  variadic: false,
  description: 'name of the node',
};
