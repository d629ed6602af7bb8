import { fail, ok } from '../../core/result.ts';
import { changeRecord } from '../../core/state/change-record.ts';
import type { NodeRecord } from '../../core/state/document.ts';
import { forwardWords } from '../../core/state/forward-words.ts';
import { notRunning } from '../../core/state/not-running.ts';
import { recordOf } from '../node-context.ts';
import { vmTarget } from '../vm-target.ts';
import type { Effect } from './effect.ts';

/** Makes the forwards of the running VM what the manifest asks for. */
export const forwardPorts: Effect<'forward_ports'> = async (context, running) => {
  const record = recordOf(context);
  if (record.sshPort === null) return fail(notRunning(context.ledger.document, record, 'recorded'));
  const wanted = { sshPort: record.sshPort, ports: running.ports };
  const changed = await context.ports.hypervisor.forwardPorts(running, vmTarget(context.ports.layout, record), wanted);
  if (!changed.ok) return changed;
  const forwards = forwardWords(running.ports).join(' ');
  return ok({ change: changeRecord(context.name, withForwards(forwards)) });
};

/** The step is about the VM, and the part of the VM does not follow it: a VM whose port was taken runs as well as before. */
function withForwards(forwards: string): (record: NodeRecord) => NodeRecord {
  return (record) => ({
    ...record,
    parts: record.parts.map((part) =>
      part.kind === 'vm' ? { ...part, outputs: { ...part.outputs, forwards } } : part,
    ),
  });
}
