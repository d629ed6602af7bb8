import type { Command } from '../command.ts';
import { operationOutcome } from '../operation-outcome.ts';
import { needlessYesOption, nodesArgument } from '../option-specs.ts';
import { stateRequest } from '../state-request.ts';

export const stopCommand: Command = {
  name: 'stop',
  summary: 'shut nodes down and keep everything they have',
  arguments: [nodesArgument],
  options: [
    { flags: '--force', description: 'end a VM that does not answer, without a shutdown of its guest' },
    needlessYesOption,
  ],
  examples: ['paddock stop', 'paddock stop --force node-1'],
  changesLab: true,
  isWatched: true,
  async run(invocation) {
    const ports = await invocation.ports();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const { stop } = await import('../../engine/start-stop.ts');
    return operationOutcome('stop', await stop(ports.value, stateRequest(invocation)), invocation);
  },
};
