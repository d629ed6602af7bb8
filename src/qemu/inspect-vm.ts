import { ioError, readCpuCount, readMemoryBytes, readStatus } from '../core/qemu/qmp-facts.ts';
import { failure } from '../core/failure.ts';
import { type Result, fail, ok } from '../core/result.ts';
import type { VmFacts, VmTarget } from '../ports/hypervisor.ts';
import { askDiskStall } from './ask-disk-stall.ts';
import { runQmpCommand, withVm } from './run-qmp-command.ts';

const limitMs = 3_000;

/** State, CPUs and memory of a VM as QEMU has them now, over the probe monitor. */
export function inspectVm(target: VmTarget): Promise<Result<VmFacts>> {
  return withVm(target, target.sockets.probe, {
    limitMs,
    then: async (client): Promise<Result<VmFacts>> => {
      const to = { node: target.name, limitMs };
      const status = await runQmpCommand(client, 'query-status', to);
      if (!status.ok) return status;
      const cpus = await runQmpCommand(client, 'query-cpus-fast', to);
      if (!cpus.ok) return cpus;
      const memory = await runQmpCommand(client, 'query-memory-size-summary', to);
      if (!memory.ok) return memory;
      const stands = readStatus(status.value)?.status === ioError;
      const stall = stands ? await askDiskStall(client, limitMs) : null;
      return readFacts(target.name, { status: status.value, cpus: cpus.value, memory: memory.value, stall });
    },
  });
}

function readFacts(
  node: string,
  replies: {
    readonly status: unknown;
    readonly cpus: unknown;
    readonly memory: unknown;
    readonly stall: VmFacts['stall'];
  },
): Result<VmFacts> {
  const state = readStatus(replies.status);
  const cpus = readCpuCount(replies.cpus);
  const memoryBytes = readMemoryBytes(replies.memory);
  if (state !== null && cpus !== null && memoryBytes !== null)
    return ok({ status: state.status, cpus, memoryBytes, stall: replies.stall });
  return fail(failure('vm_refused', { node, command: 'query-status', detail: 'replies that are not QEMU’s' }));
}
