import type { Asked, AskedOption } from '../core/state/operation.ts';
import type { PlannedRequest, StateRequest } from './request.ts';

/** What is kept of a request, so that the same command can be given again. */
export function askedOf(request: PlannedRequest | StateRequest): Asked {
  const options: readonly (readonly [AskedOption, boolean])[] =
    'force' in request
      ? [
          ['--force', request.force],
          ['--delete-persistent', request.deletePersistent],
        ]
      : [
          ['--restart', request.restart === true],
          ['--rollback', request.onFailure === 'undo'],
          ['--no-wait', request.wait === 'running'],
        ];
  return { whole: request.scope === null, options: options.flatMap(([word, isGiven]) => (isGiven ? [word] : [])) };
}
