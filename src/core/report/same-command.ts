import type { AskedOption, Operation } from '../state/operation.ts';

/**
 * The words that give an operation's command again, for these of its nodes, with every option that gave it a power or a
 * meaning. What deletes persistent disks is for all nodes and takes no names.
 */
export function sameCommand(operation: Operation, nodes: readonly string[]): readonly string[] {
  const options = askedOptions(operation);
  return [operation.command, ...(options.includes('--delete-persistent') ? [] : nodes), ...options];
}

/** Files from before the options were kept tell one of them by their steps. */
export function askedOptions({ asked, steps }: Operation): readonly AskedOption[] {
  if (asked !== undefined) return asked.options;
  return steps.some(({ action }) => action.kind === 'stop_vm' && action.force) ? ['--force'] : [];
}
