import { renderKeptInputs } from '../core/manifest/render-kept-inputs.ts';
import type { Uuid } from '../core/names.ts';
import type { PlannedCommand } from '../core/plan/authorize.ts';
import { homePaths } from '../core/state/home-paths.ts';
import type { CommandOutcome, Invocation } from './command.ts';
import { operationOutcome } from './operation-outcome.ts';
import { readDesiredOrApplied } from './read-desired.ts';
import { scopeOf } from './scope-of.ts';
import { textOption } from './text-option.ts';

/** Runs a command that goes by a plan: the manifest, or what was applied last where there is none, is what it is about. */
export async function runPlanned(invocation: Invocation, command: PlannedCommand): Promise<CommandOutcome> {
  const ports = await invocation.ports();
  if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
  const desired = await readDesiredOrApplied(ports.value, invocation);
  if (!desired.ok) return { kind: 'failed', failures: desired.failures, report: null };
  const { deployment, source, userData } = desired.value;
  if (deployment === null) {
    ports.value.events.emit({ kind: 'note', text: 'no manifest here: using what was applied last' });
  }
  const { converge } = await import('../engine/converge.ts');
  const result = await converge(ports.value, {
    command,
    desired: deployment,
    source,
    userData,
    scope: scopeOf(invocation),
    expectPlan: textOption(invocation, 'expectPlan'),
    keptInputs: deployment === null ? null : renderKeptInputs(deployment),
    onFailure: invocation.options['rollback'] === true ? 'undo' : 'keep',
    yes: invocation.options['yes'] === true,
    wait: invocation.options['wait'] === false ? 'running' : 'ready',
    restart: invocation.options['restart'] === true,
    signal: invocation.signal,
  });
  const keptInputs = (id: Uuid) => ports.value.layout.absolute(homePaths.keptInputs(id));
  return operationOutcome(command, result, { ...invocation, keptInputs });
}
