import { failure } from '../../core/failure.ts';
import { type Failed, fail, ok, type Result } from '../../core/result.ts';
import type { ActionOf } from '../../core/plan/action.ts';
import type { NodeRecord } from '../../core/state/document.ts';
import { forwardWords } from '../../core/state/forward-words.ts';
import type { ProcessIdentity } from '../../core/state/process-identity.ts';
import type { Running } from '../../core/state/running.ts';
import { changeLife } from '../../core/state/change-life.ts';
import { switchLives } from '../../core/state/switch-lives.ts';
import { unknownVm } from '../../core/recovery/unknown-vm.ts';
import { isRecordedProcess } from '../is-recorded-process.ts';
import { recordOf, type NodeContext } from '../node-context.ts';
import { type NodeProcess, vmProcessOf } from '../vm-process-of.ts';
import { vmTarget } from '../vm-target.ts';
import type { Effect } from './effect.ts';
import { inspectDisks } from './inspect-disks.ts';

/**
 * Starts the VM: launched stopped, identified, committed, and only then told to run. A crash in between leaves a guest
 * that never ran an instruction, and the next command finds it by its UUID. A VM of ours that already runs is adopted.
 * A coming life becomes the node's own in the commit that says that it has run.
 */
export const startVm: Effect<'start_vm'> = async (context, running, record) => {
  const started = await findOrLaunch(context, running);
  if (!started.ok) return started;
  const { identity, room, from } = started.value;
  // Committed before `cont`: from here on the record knows the process, whatever happens next.
  const known = await record({
    outputs: { ...room, ...(room.cpus === undefined ? {} : unseenGuest), power: 'launched', pid: identity.pid },
    change: changeLife(running, (life) => ({ ...life, process: identity })),
  });
  if (!known.ok) {
    if (from === 'launched' && isFenced(known)) await discardLaunched(context, running, identity);
    return known;
  }
  const target = vmTarget(context.ports.layout, recordOf(context));
  const continued = await context.ports.hypervisor.cont(running, target);
  if (!continued.ok) return continued;
  return ok({
    outputs: { power: 'running' },
    change: (document) => switchLives(changeLife(running, committed(context))(document), running),
  });
};

function isFenced({ failures }: Failed): boolean {
  return failures.some(({ reason }) => reason === 'fenced');
}

/**
 * Whoever took over while QEMU was being launched has found it and goes on with it, or was done before it was there: then
 * nobody else would ever end it. It has not run an instruction.
 */
async function discardLaunched(
  context: NodeContext,
  running: Running<ActionOf<'start_vm'>>,
  process: ProcessIdentity,
): Promise<void> {
  const { hypervisor, layout, store } = context.ports;
  if (await isRecordedProcess(store, running, process)) return;
  await hypervisor.discard(running, { ...vmTarget(layout, recordOf(context)), process });
}

/** What was learned from inside about a VM that was launched before. */
const unseenGuest = { guestCpus: null, guestReservedBytes: null };

function committed(context: NodeContext): (record: NodeRecord) => NodeRecord {
  const accelerator = context.host?.accelerator;
  return (record) => ({
    ...record,
    // Its guest has run: from now on nothing of it is rolled back.
    life: 'committed',
    machine:
      record.machine === null || accelerator === undefined
        ? record.machine
        : { ...record.machine, accelerator: accelerator.accelerator, acceleratorReason: accelerator.reason },
  });
}

interface StartedVm {
  readonly from: 'launched' | 'adopted';
  readonly identity: ProcessIdentity;
  readonly room: Partial<NodeProcess['room']> & { readonly forwards?: string };
}

async function findOrLaunch(context: NodeContext, running: Running<ActionOf<'start_vm'>>): Promise<Result<StartedVm>> {
  const record = recordOf(context);
  // Side by side, for both only read: what is wrong with a disk counts where a VM is to be launched.
  const [evidence, disks] = await Promise.all([
    context.ports.hypervisor.observe(vmTarget(context.ports.layout, record)),
    inspectDisks(context, record),
  ]);
  if (evidence.kind === 'unknown') {
    return fail(unknownVm(context.name, evidence));
  }
  if (evidence.kind === 'running') return adopt(context, evidence.pid);
  if (!disks.ok) return disks;
  const process = vmProcessOf(context, record);
  if (!process.ok) return process;
  const forwards = forwardWords(context.forwards).join(' ');
  const { hypervisor, store } = context.ports;
  const mayEnd = async (child: ProcessIdentity) => !(await isRecordedProcess(store, running, child));
  const launched = await hypervisor.launch(running, process.value.process, mayEnd);
  if (!launched.ok) return launched;
  return ok({ from: 'launched', identity: launched.value, room: { ...process.value.room, forwards } });
}

/** What it was launched with stands in the record already, if the launch was recorded at all. */
function adopt(context: NodeContext, pid: number | null): Result<StartedVm> {
  const seen = pid === null ? null : context.ports.processes.inspect(pid);
  if (seen?.kind === 'present') return ok({ from: 'adopted', identity: seen.identity, room: {} });
  return fail(
    failure('evidence_unknown', {
      node: context.name,
      why: 'identity_unverifiable',
      detail: 'a VM with its UUID answers, but its process cannot be read',
    }),
  );
}
