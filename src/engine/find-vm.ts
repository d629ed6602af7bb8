import { fail, ok, type Result } from '../core/result.ts';
import { notRunning } from '../core/state/not-running.ts';
import { unknownVm } from '../core/recovery/unknown-vm.ts';
import type { VmTarget } from '../ports/hypervisor.ts';
import type { EnginePorts } from './engine-ports.ts';
import { findNode, type FoundNode } from './find-node.ts';
import { vmTarget } from './vm-target.ts';
import { warnOfMonitor } from './warn-of-monitor.ts';

export interface FoundVm extends FoundNode {
  readonly target: VmTarget;
  /** True while no guest instruction runs. */
  readonly paused: boolean;
}

/**
 * One node with its VM, to be connected to. `vm_not_running` when the VM is proven not to run; where that cannot be told
 * the connection itself is the better answer, except to a VM that another home runs.
 */
export async function findVm(
  ports: EnginePorts,
  query: { readonly node: string; readonly command: string },
): Promise<Result<FoundVm>> {
  const found = await findNode(ports, query);
  if (!found.ok) return found;
  const { document, record, standing } = found.value;
  const target = vmTarget(ports.layout, record);
  const evidence = await ports.hypervisor.observe(target);
  if (evidence.kind === 'not_running') return fail(notRunning(document, record, standing));
  if (evidence.kind === 'unknown' && evidence.why === 'other_home') return fail(unknownVm(record.name, evidence));
  warnOfMonitor(ports, record.name, evidence);
  return ok({ ...found.value, target, paused: evidence.kind === 'running' && evidence.paused });
}
