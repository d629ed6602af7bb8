import type { LimitFunction } from 'p-limit';
import type { NodeName } from '../core/names.ts';
import { executeNode, type NodeRun } from './execute-node.ts';
import type { NodeWork } from './operate.ts';

/**
 * Runs of every node what has to be done before any node goes further; nodes of which nothing has to be are not in it.
 * New nodes get their host keys before any guest is set up: the control node is told all of them, however few nodes are
 * worked on at once. Nodes that exchange addresses all leave theirs before any takes up another's, and when one of them
 * does not get that far, none goes on.
 */
export async function runHeads(
  nodes: readonly NodeWork[],
  limit: LimitFunction,
): Promise<ReadonlyMap<NodeName, NodeRun>> {
  const heads = await Promise.all(
    nodes
      .filter((node) => headOf(node) > 0)
      .map((node) =>
        limit(async () => ({ node, run: await executeNode(node.context, node.steps.slice(0, headOf(node))) })),
      ),
  );
  const isBlocked = heads.some(({ node, run }) => node.waitsAt !== undefined && run.stage !== null);
  return new Map(
    heads.map(({ node, run }) => {
      const { context, steps, waitsAt } = node;
      if (!isBlocked || waitsAt === undefined || run.stage !== null) return [context.name, run];
      return [context.name, { ...run, stage: steps[waitsAt]?.action.kind ?? null }];
    }),
  );
}

/** How many steps of a node are its head. */
export function headOf({ steps, waitsAt }: NodeWork): number {
  if (waitsAt !== undefined) return waitsAt;
  if (steps[0]?.action.kind !== 'write_node_record') return 0;
  return steps.findIndex((step) => step.action.kind === 'create_host_key') + 1;
}
