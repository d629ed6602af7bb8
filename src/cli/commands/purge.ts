import type { Command } from '../command.ts';
import { operationOutcome } from '../operation-outcome.ts';
import { yesOption } from '../option-specs.ts';
import { stateRequest } from '../state-request.ts';

export const purgeCommand: Command = {
  name: 'purge',
  summary: 'delete the whole deployment with every disk, key and state; keeps the image cache and asks first',
  arguments: [],
  options: [yesOption],
  examples: ['paddock purge'],
  changesLab: true,
  async run(invocation) {
    const ports = await invocation.ports();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const { purge } = await import('../../engine/destroy.ts');
    return operationOutcome('purge', await purge(ports.value, stateRequest(invocation)), invocation);
  },
};
