import type { Command } from '../command.ts';
import {
  expectPlanOption,
  fileOption,
  needlessYesOption,
  nodesArgument,
  noWaitOption,
  rollbackOption,
} from '../option-specs.ts';
import { runPlanned } from '../run-planned.ts';

export const upCommand: Command = {
  name: 'up',
  summary: 'create and start what the manifest asks for; never deletes',
  arguments: [nodesArgument],
  options: [fileOption, expectPlanOption, noWaitOption, rollbackOption, needlessYesOption],
  examples: ['paddock up', 'paddock up node-1', 'paddock up -f lab.yml --json'],
  changesLab: true,
  isWatched: true,
  run: (invocation) => runPlanned(invocation, 'up'),
};
