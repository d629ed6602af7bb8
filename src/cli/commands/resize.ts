import { failure } from '../../core/failure.ts';
import type { Command, CommandOutcome, Invocation } from '../command.ts';
import { expectPlanOption, fileOption, needlessYesOption } from '../option-specs.ts';
import { runPlanned } from '../run-planned.ts';

export const resizeCommand: Command = {
  name: 'resize',
  summary: 'give nodes the CPUs, memory and larger disks of the manifest, live where that works',
  arguments: [{ name: 'node', required: false, variadic: true, description: 'names of nodes, or --all' }],
  options: [
    { flags: '--all', description: 'every node whose size differs' },
    { flags: '--restart', description: 'stop and start the same machines, even where that is not needed' },
    fileOption,
    expectPlanOption,
    needlessYesOption,
  ],
  examples: ['paddock resize node-1', 'paddock resize --all', 'paddock resize --restart node-1'],
  changesLab: true,
  isWatched: true,
  run: (invocation) => {
    const problem = scopeProblem(invocation);
    return problem === null ? runPlanned(invocation, 'resize') : Promise.resolve(wrong(problem));
  },
};

/** Which nodes change size is said, never guessed. */
function scopeProblem({ arguments: names, options }: Invocation): string | null {
  const all = options['all'] === true;
  if (all && names.length > 0) return 'resize takes names of nodes or --all, not both';
  if (all || names.length > 0) return null;
  return 'resize has to be told which nodes, as in: paddock resize node-1, or: paddock resize --all';
}

function wrong(problem: string): CommandOutcome {
  return { kind: 'failed', failures: [failure('usage_error', { problem })], report: null };
}
