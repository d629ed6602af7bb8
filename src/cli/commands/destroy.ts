import { failure } from '../../core/failure.ts';
import type { Command, CommandOutcome, Invocation } from '../command.ts';
import { operationOutcome } from '../operation-outcome.ts';
import { expectPlanOption, nodesArgument, yesOption } from '../option-specs.ts';
import { stateRequest } from '../state-request.ts';

export const destroyCommand: Command = {
  name: 'destroy',
  summary: 'delete nodes and their disks; keeps persistent disks and asks first',
  arguments: [nodesArgument],
  options: [
    yesOption,
    { flags: '--delete-persistent', description: 'delete persistent disks too; only for the whole deployment' },
    { flags: '--purge', description: 'the same as paddock purge' },
    expectPlanOption,
  ],
  examples: ['paddock destroy node-3', 'paddock destroy --yes'],
  changesLab: true,
  async run(invocation) {
    const wholeOnly = wholeOnlyOption(invocation);
    if (wholeOnly !== null) return wrong(`${wholeOnly} works on the whole deployment; leave out the names`);
    const ports = await invocation.ports();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const { destroy, purge } = await import('../../engine/destroy.ts');
    const act = invocation.options['purge'] === true ? purge : destroy;
    return operationOutcome('destroy', await act(ports.value, stateRequest(invocation)), invocation);
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
