import { renderKeptInputs } from '../core/manifest/render-kept-inputs.ts';
import type { Uuid } from '../core/names.ts';
import type { PlannedCommand } from '../core/plan/authorize.ts';
import { homePaths } from '../core/state/home-paths.ts';
import type { FirstLook } from '../engine/first-look.ts';
import type { PlannedRequest } from '../engine/request.ts';
import type { CliPorts, CommandOutcome, Invocation } from './command.ts';
import { operationOutcome } from './operation-outcome.ts';
import { readDesiredOrApplied, type Applied, type Desired } from './read-desired.ts';
import { scopeOf } from './scope-of.ts';
import { textOption } from './text-option.ts';

/** Runs a command that goes by a plan: the manifest, or what was applied last where there is none, is what it is about. */
export async function runPlanned(invocation: Invocation, command: PlannedCommand): Promise<CommandOutcome> {
  const ports = await invocation.ports();
  if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
  const { firstLook } = await import('../engine/first-look.ts');
  const begun = await firstLook(ports.value, { command, scope: scopeOf(invocation) });
  try {
    return await convergeFrom(begun, { invocation, ports: ports.value, command });
  } finally {
    begun.abandon();
  }
}

interface Going {
  readonly invocation: Invocation;
  readonly ports: CliPorts;
  readonly command: PlannedCommand;
}

async function convergeFrom(begun: FirstLook, { invocation, ports, command }: Going): Promise<CommandOutcome> {
  const desired = await readDesiredOrApplied(ports, invocation);
  if (!desired.ok) return { kind: 'failed', failures: desired.failures, report: null };
  if (desired.value.deployment === null) {
    ports.events.emit({ kind: 'note', text: 'no manifest here: using what was applied last' });
  }
  const { converge } = await import('../engine/converge.ts');
  const result = await converge(ports, requestOf(desired.value, { invocation, command }), begun);
  const keptInputs = (id: Uuid) => ports.layout.absolute(homePaths.keptInputs(id));
  return operationOutcome(command, result, { ...invocation, keptInputs });
}

function requestOf(
  { deployment, source, userData }: Desired | Applied,
  { invocation, command }: Pick<Going, 'invocation' | 'command'>,
): PlannedRequest {
  return {
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
  };
}
