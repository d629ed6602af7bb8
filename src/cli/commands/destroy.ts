import { failure } from '../../core/failure.ts';
import type { Command, CommandOutcome, Invocation } from '../command.ts';
import { dryRunOption, expectPlanOption, nodesArgument, yesOption } from '../option-specs.ts';
import { runDestruction } from '../run-destruction.ts';

export const destroyCommand: Command = {
  name: 'destroy',
  summary: 'delete nodes and their disks; keeps persistent disks and asks first',
  arguments: [nodesArgument],
  options: [
    yesOption,
    { flags: '--delete-persistent', description: 'delete persistent disks too; only for the whole deployment' },
    { flags: '--purge', description: 'the same as paddock purge' },
    dryRunOption,
    expectPlanOption,
  ],
  examples: ['paddock destroy node-3', 'paddock destroy --yes', 'paddock destroy --dry-run --json'],
  changesLab: true,
  run(invocation) {
    const wholeOnly = wholeOnlyOption(invocation);
    if (wholeOnly !== null) {
      return Promise.resolve(wrong(`${wholeOnly} works on the whole deployment; leave out the names`));
    }
    return runDestruction(invocation, invocation.options['purge'] === true ? 'purge' : 'destroy');
  },
};

function wholeOnlyOption({ arguments: names, options }: Invocation): string | null {
  if (names.length === 0) return null;
  if (options['purge'] === true) return '--purge';
  return options['deletePersistent'] === true ? '--delete-persistent' : null;
}

function wrong(problem: string): CommandOutcome {
  return { kind: 'failed', failures: [failure('usage_error', { problem })], report: null };
}
