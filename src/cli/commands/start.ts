import type { Command } from '../command.ts';
import { operationOutcome } from '../operation-outcome.ts';
import { needlessYesOption, nodesArgument } from '../option-specs.ts';
import { stateRequest } from '../state-request.ts';

export const startCommand: Command = {
  name: 'start',
  summary: 'start stopped nodes as they are; reads no manifest',
  arguments: [nodesArgument],
  options: [needlessYesOption],
  examples: ['paddock start', 'paddock start node-1'],
  changesLab: true,
  isWatched: true,
  async run(invocation) {
    const ports = await invocation.ports();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const { start } = await import('../../engine/start-stop.ts');
    return operationOutcome('start', await start(ports.value, stateRequest(invocation)), invocation);
  },
};
