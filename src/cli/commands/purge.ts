import type { Command } from '../command.ts';
import { dryRunOption, expectPlanOption, yesOption } from '../option-specs.ts';
import { runDestruction } from '../run-destruction.ts';

export const purgeCommand: Command = {
  name: 'purge',
  summary: 'delete the whole deployment with every disk, key and state; keeps the image cache and asks first',
  arguments: [],
  options: [yesOption, dryRunOption, expectPlanOption],
  examples: ['paddock purge', 'paddock purge --dry-run'],
  changesLab: true,
  run: (invocation) => runDestruction(invocation, 'purge'),
};
