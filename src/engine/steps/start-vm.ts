import { failure } from '../../core/failure.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { ActionOf } from '../../core/plan/action.ts';
import type { NodeRecord } from '../../core/state/document.ts';
import { homePaths } from '../../core/state/home-paths.ts';
import type { ProcessIdentity } from '../../core/state/process-identity.ts';
import type { Running } from '../../core/state/running.ts';
import { changeRecord } from '../../core/state/change-record.ts';
import { recordOf, type NodeContext } from '../node-context.ts';
import { vmProcessOf } from '../vm-process-of.ts';
import { vmTarget } from '../vm-target.ts';
import type { Effect } from './effect.ts';

/**
 * Starts the VM: launched stopped, identified, committed, and only then told to run. A crash in between leaves a guest
 * that never ran an instruction, and the next command finds it by its UUID. A VM of ours that already runs is adopted.
 */
export const startVm: Effect<'start_vm'> = async (context, running, record) => {
  const identity = await findOrLaunch(context, running);
  if (!identity.ok) return identity;
  // Committed before `cont`: from here on the record knows the process, whatever happens next.
  const known = await record({
    outputs: { power: 'launched', pid: identity.value.pid },
    change: changeRecord(context.name, (node) => ({ ...node, process: identity.value })),
  });
  if (!known.ok) return known;
  const target = vmTarget(context.ports.layout, recordOf(context));
  const continued = await context.ports.hypervisor.cont(running, target);
  if (!continued.ok) return continued;
  return ok({ outputs: { power: 'running' }, change: changeRecord(context.name, committed(context)) });
};

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

async function findOrLaunch(
  context: NodeContext,
  running: Running<ActionOf<'start_vm'>>,
): Promise<Result<ProcessIdentity>> {
  const record = recordOf(context);
  const evidence = await context.ports.hypervisor.observe(vmTarget(context.ports.layout, record));
  if (evidence.kind === 'unknown') {
    return fail(failure('evidence_unknown', { node: context.name, why: evidence.why, detail: evidence.detail }));
  }
  if (evidence.kind === 'running') return adopt(context, evidence.pid);
  const chain = await inspectChain(context, record);
  if (!chain.ok) return chain;
  const process = vmProcessOf(context, record);
  return process.ok ? context.ports.hypervisor.launch(running, process.value) : process;
}

function adopt(context: NodeContext, pid: number | null): Result<ProcessIdentity> {
  const seen = pid === null ? null : context.ports.processes.inspect(pid);
  if (seen?.kind === 'present') return ok(seen.identity);
  return fail(
    failure('evidence_unknown', {
      node: context.name,
      why: 'identity_unverifiable',
      detail: 'a VM with its UUID answers, but its process cannot be read',
    }),
  );
}

/** The backing file is our image, nothing is corrupt, nothing lies outside: checked before every start. */
async function inspectChain(context: NodeContext, record: NodeRecord): Promise<Result<void>> {
  const file = context.ports.layout.absolute(homePaths.rootDisk(record.folder));
  const facts = await context.ports.hypervisor.inspectImage(file);
  if (!facts.ok) return facts;
  const problem = chainProblem(facts.value, record);
  return problem === null ? ok(undefined) : fail(failure('image_chain_broken', { node: context.name, problem }));
}

function chainProblem(
  facts: { readonly corrupt: boolean; readonly externalDataFile: string | null; readonly backingFile: string | null },
  record: NodeRecord,
): string | null {
  if (facts.corrupt) return 'is marked corrupt';
  if (facts.externalDataFile !== null) return `keeps its data in ${facts.externalDataFile}`;
  if (facts.backingFile !== record.image?.path) {
    return `has ${facts.backingFile ?? 'no image'} as its backing file instead of ${record.image?.path ?? 'none'}`;
  }
  return null;
}
