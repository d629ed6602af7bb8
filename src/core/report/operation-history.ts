import { noNode } from '../plan/no-node.ts';
import type { MutatingCommand } from '../plan/grant.ts';
import type { FiledOperation } from '../state/filed-operation.ts';
import type { StepRecord } from '../state/operation.ts';
import type { OperationHistory, PastStep } from './history-report.ts';
import { durationMs, pastOperation } from './past-operation.ts';
import { sameCommand } from './same-command.ts';

/** All that is on file about one operation. */
export function operationHistory(filed: FiledOperation): OperationHistory {
  const { operation, inputs } = filed;
  return {
    ...pastOperation(operation),
    manifest: operation.manifest,
    planHash: operation.planHash,
    inputs,
    steps: operation.steps.map(pastStep),
    failedCommand: operation.steps.flatMap((step) => step.error?.command ?? [])[0] ?? null,
    again: againWords(filed),
  };
}

function pastStep({ id, action, state, startedAt, endedAt, error }: StepRecord): PastStep {
  return {
    id,
    node: action.node === noNode ? null : action.node,
    kind: action.kind,
    disk: 'disk' in action ? action.disk : null,
    state,
    startedAt,
    endedAt,
    durationMs: durationMs(startedAt, endedAt),
    error: error === null ? null : { reason: error.reason, message: error.message },
  };
}

const readsManifest = {
  up: true,
  reload: true,
  resize: true,
  recreate: true,
  start: false,
  stop: false,
  restart: false,
  destroy: false,
  purge: false,
  'disk restore': false,
  'disk delete-snapshot': false,
} as const satisfies { readonly [C in MutatingCommand]: boolean };

/** The nodes are named, so that the same command means the same scope whatever was added since. */
function againWords({ operation, inputs }: FiledOperation): readonly string[] | null {
  const { command, scope } = operation;
  // What a snapshot held or a disk holds has changed since.
  if (command === 'disk restore' || command === 'disk delete-snapshot') return null;
  if (command === 'purge') return scope.length === 0 ? null : [command];
  const given = readsManifest[command] && inputs !== null ? ['-f', inputs] : [];
  // One node alone is refused where what all share has changed.
  const isWhole = command === 'recreate' && operation.asked?.whole === true;
  return [...sameCommand(operation, isWhole ? [] : scope), ...given];
}
