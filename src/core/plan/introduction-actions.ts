import type { NodeName } from '../names.ts';
import type { NodeRecord } from '../state/document.ts';
import type { Action } from './action.ts';
import type { Authorized, Grant } from './grant.ts';

export interface Introduction {
  /** The life that holds the control role when the nodes of the command are done. */
  readonly control: Pick<NodeRecord, 'name' | 'uuid'>;
  /** Nodes whose host keys it does not know then, unless it is told. */
  readonly peers: readonly NodeName[];
}

/** Grants by which a node may come out of a command with another host key than it had. */
const making: ReadonlySet<Grant['kind']> = new Set(['create', 'converge', 'recreate']);

/**
 * The step that tells the control node which host keys its peers have by then; empty where none of these grants makes a
 * peer. Whoever may make a node may tell this much of it, and no more: nothing stops, and nothing else is agreed to.
 */
export function introductionActions(
  grants: readonly Authorized<Grant>[],
  { control, peers }: Introduction,
): readonly Authorized<Action>[] {
  const { name: node, uuid } = control;
  const isMade = grants.some((grant: Grant) => making.has(grant.kind) && peers.some((name) => name === grant.node));
  const action: Action = { kind: 'introduce_peers', node, uuid };
  return isMade ? [action as Authorized<Action>] : [];
}
