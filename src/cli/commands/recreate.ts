import type { Command } from '../command.ts';
import { expectPlanOption, fileOption, nodesArgument, noWaitOption, yesOption } from '../option-specs.ts';
import { runPlanned } from '../run-planned.ts';

export const recreateCommand: Command = {
  name: 'recreate',
  summary: 'replace the root disks of nodes; keeps persistent disks and asks first',
  arguments: [nodesArgument],
  options: [fileOption, yesOption, expectPlanOption, noWaitOption],
  examples: ['paddock recreate node-2', 'paddock recreate --yes'],
  changesLab: true,
  isWatched: true,
  run: (invocation) => runPlanned(invocation, 'recreate'),
};
