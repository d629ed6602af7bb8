import { ok } from '../../core/result.ts';
import { recordOf } from '../node-context.ts';
import { shareSockets } from '../share-sockets.ts';
import { vmTarget } from '../vm-target.ts';
import type { Effect } from './effect.ts';

/** Stops the VM; complete only when its process is proven gone. The identity stays on record for the audit. */
export const stopVm: Effect<'stop_vm'> = async (context, running) => {
  const target = vmTarget(context.ports.layout, recordOf(context));
  const stopped = await context.ports.hypervisor.stop(running, target);
  if (!stopped.ok) return stopped;
  // They end by themselves once their VM has; one that does not would keep the folder busy.
  const sockets = shareSockets(context.ports.layout, recordOf(context));
  const ended = await context.ports.hypervisor.endShares(running, sockets);
  if (!ended.ok) return ended;
  // Whoever stops a VM for its own sake does not want it back with the rest of a resize.
  const { operation } = context.ledger.document;
  const wish = operation?.command === 'resize' ? {} : { startDue: false };
  return ok({ outputs: { power: 'stopped', stoppedBy: stopped.value.how, ...wish } });
};
