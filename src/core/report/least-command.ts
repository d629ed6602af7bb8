import { compareEnvelope } from '../plan/compare-envelope.ts';
import { natureOf } from '../recovery/judge-step.ts';
import type { JudgedStep } from '../recovery/settle-operation.ts';
import type { StateDocument } from '../state/document.ts';
import type { Operation } from '../state/operation.ts';
import { askedOptions, sameCommand } from './same-command.ts';

export interface LeastFor {
  readonly operation: Operation;
  /** With the verdicts in it. */
  readonly document: StateDocument;
  readonly judged: JudgedStep;
}

/**
 * The command that finishes what an interrupted one began on a node and ends the least: what has been stopped or replaced
 * already is not stopped or replaced once more.
 */
export function leastCommand({ operation, document, judged }: LeastFor): readonly string[] {
  const { command } = operation;
  const { node, kind } = judged.step.action;
  const same = sameCommand(operation, [node]);
  // Whatever goes on with a recreate or a reload takes those that they take.
  const options = askedOptions(operation);
  // What may still be ending or starting a VM is finished by the command that began it, and by few others.
  const nature = natureOf[kind];
  if (judged.verdict === 'retry' && (nature === 'starts_vm' || nature === 'stops_vm')) return same;
  switch (command) {
    case 'recreate':
      return [...afterRecreate(document, node), ...options];
    case 'reload':
      return wasStopped(operation, node) ? ['up', node, ...options] : same;
    case 'restart':
      return wasStopped(operation, node) ? ['start', node] : same;
    default:
      return same;
  }
}

/** Once the new life is the node's own, all that is left is its guest and what it has replaced. */
function afterRecreate({ nodes, replacements }: StateDocument, node: string): readonly string[] {
  const own = nodes[node];
  const coming = replacements[node]?.coming ?? null;
  if (own === undefined || own.life === 'destroyed') return ['recreate', node];
  if (coming === null) return ['up', node];
  // What all nodes share can only be followed together.
  return compareEnvelope(own.madeFor, coming.record.madeFor).length > 0 ? ['recreate'] : ['recreate', node];
}

function wasStopped({ steps }: Operation, node: string): boolean {
  return steps.some(({ action, state }) => action.kind === 'stop_vm' && action.node === node && state === 'complete');
}
