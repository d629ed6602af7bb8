import type { Command } from '../command.ts';
import { operationOutcome } from '../operation-outcome.ts';
import { needlessYesOption, nodesArgument } from '../option-specs.ts';
import { stateRequest } from '../state-request.ts';

export const restartCommand: Command = {
  name: 'restart',
  summary: 'shut nodes down and start the same machines again; reads no manifest',
  arguments: [nodesArgument],
  options: [needlessYesOption],
  examples: ['paddock restart', 'paddock restart node-1'],
  changesLab: true,
  isWatched: true,
  async run(invocation) {
    const ports = await invocation.ports();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const { restart } = await import('../../engine/start-stop.ts');
    return operationOutcome('restart', await restart(ports.value, stateRequest(invocation)), invocation);
  },
};
