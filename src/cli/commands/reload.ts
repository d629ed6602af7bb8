import type { Command } from '../command.ts';
import { expectPlanOption, fileOption, needlessYesOption, nodesArgument, noWaitOption } from '../option-specs.ts';
import { runPlanned } from '../run-planned.ts';

export const reloadCommand: Command = {
  name: 'reload',
  summary: 'stop nodes and bring them up again, if nothing in the manifest needs more than that',
  arguments: [nodesArgument],
  options: [fileOption, expectPlanOption, noWaitOption, needlessYesOption],
  examples: ['paddock reload', 'paddock reload node-1'],
  changesLab: true,
  isWatched: true,
  run: (invocation) => runPlanned(invocation, 'reload'),
};
