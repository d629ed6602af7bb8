import { renderKeptInputs } from '../../core/manifest/render-kept-inputs.ts';
import type { Command } from '../command.ts';
import { operationOutcome } from '../operation-outcome.ts';
import { expectPlanOption, fileOption, nodesArgument } from '../option-specs.ts';
import { readDesiredOrApplied } from '../read-desired.ts';
import { scopeOf } from '../scope-of.ts';
import { textOption } from '../text-option.ts';

export const upCommand: Command = {
  name: 'up',
  summary: 'create and start what the manifest asks for; never deletes',
  arguments: [nodesArgument],
  options: [
    fileOption,
    expectPlanOption,
    { flags: '--no-wait', description: 'return once the machines run, without waiting for ssh' },
  ],
  examples: ['paddock up', 'paddock up node-1', 'paddock up -f lab.yml --json'],
  isWatched: true,
  async run(invocation) {
    const ports = await invocation.ports();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const desired = await readDesiredOrApplied(ports.value, invocation);
    if (!desired.ok) return { kind: 'failed', failures: desired.failures, report: null };
    const { deployment, source } = desired.value;
    if (deployment === null)
      ports.value.events.emit({ kind: 'note', text: 'no manifest here: using what was applied last' });
    const { up } = await import('../../engine/up.ts');
    const result = await up(ports.value, {
      desired: deployment,
      source,
      scope: scopeOf(invocation),
      expectPlan: textOption(invocation, 'expectPlan'),
      keptInputs: deployment === null ? null : renderKeptInputs(deployment),
      wait: invocation.options['wait'] === false ? 'running' : 'ready',
      signal: invocation.signal,
    });
    return operationOutcome('up', result, invocation);
  },
};
