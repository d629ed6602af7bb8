import type { StateRequest } from '../engine/request.ts';
import type { Invocation } from './command.ts';
import { scopeOf } from './scope-of.ts';
import { textOption } from './text-option.ts';

/** What was typed after `start`, `stop`, `destroy` or `purge`. */
export function stateRequest(invocation: Invocation): StateRequest {
  const { options, signal } = invocation;
  return {
    scope: scopeOf(invocation),
    force: options['force'] === true,
    yes: options['yes'] === true,
    deletePersistent: options['deletePersistent'] === true,
    expectPlan: textOption(invocation, 'expectPlan'),
    signal,
  };
}
