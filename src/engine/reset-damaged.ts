import type { Uuid } from '../core/names.ts';
import type { ActionOf } from '../core/plan/action.ts';
import type { Authorized } from '../core/plan/grant.ts';
import { resetActions } from '../core/plan/reset-actions.ts';
import type { NodeRecord } from '../core/state/document.ts';
import { findLife } from '../core/state/find-life.ts';
import { addSteps, stepsOf } from '../core/state/new-operation.ts';
import { executeNode, type NodeRun, type NodeStep } from './execute-node.ts';
import type { NodeContext } from './node-context.ts';

/**
 * After a run that set up its guest: makes the data disks anew that were proven to be damaged there. The steps join the
 * open operation before the first of them begins.
 */
export async function resetDamaged(context: NodeContext, run: NodeRun, steps: readonly NodeStep[]): Promise<NodeRun> {
  if (run.stage !== null || context.signal.aborted) return run;
  const { ledger, ports } = context;
  const setUp = steps.map(({ action }) => action).findLast(isSetUp);
  const record = setUp === undefined ? undefined : findLife(ledger.document, setUp);
  if (setUp === undefined || record === undefined) return run;
  const actions = resetActions(setUp, { record, at: ports.clock.now(), taken: await snapshotsOf(context, record) });
  if (actions.length === 0) return run;
  const added = stepsOf(actions, { part: 'reset' });
  const committed = await ledger.commit((document) => addSteps(document, added));
  if (!committed.ok) return { ...run, stage: 'reset_data_disk', failures: committed.failures };
  return executeNode(context, added);
}

function isSetUp(action: NodeStep['action']): action is Authorized<ActionOf<'set_up_guest'>> {
  return action.kind === 'set_up_guest';
}

async function snapshotsOf(
  { ports }: NodeContext,
  { parts }: NodeRecord,
): Promise<ReadonlyMap<Uuid, readonly string[]>> {
  const found = await Promise.all(
    parts.map(async ({ diskUuid, file, outputs }) => {
      if (diskUuid === null || file === null || typeof outputs['damage'] !== 'string') return [];
      const image = await ports.hypervisor.inspectImage(ports.layout.absolute(file));
      return [[diskUuid, image.ok ? image.value.snapshots.map(({ name }) => name) : []] as const];
    }),
  );
  return new Map(found.flat());
}
