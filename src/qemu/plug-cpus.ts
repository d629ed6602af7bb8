import { setTimeout as sleep } from 'node:timers/promises';
import { failure } from '../core/failure.ts';
import { type CpuSlot, readCpuSlots } from '../core/qemu/hotplug-facts.ts';
import { type Result, fail, ok } from '../core/result.ts';
import type { VmTarget } from '../ports/hypervisor.ts';
import type { QmpClient } from './qmp-client.ts';
import { runQmpCommand, withVm } from './run-qmp-command.ts';

const limitMs = 10_000;
/** A CPU that was accepted stands in its place at once; a busy host may take a moment. */
const confirmLimitMs = 5_000;
const pollMs = 50;

/** Adds the CPUs that are missing, one at a time; see the port. */
export function plugCpus(target: VmTarget, wanted: number): Promise<Result<{ readonly cpus: number }>> {
  return withVm(target, target.sockets.monitor, {
    limitMs,
    then: async (client): Promise<Result<{ readonly cpus: number }>> => {
      for (;;) {
        const slots = await cpuSlots(client, target.name);
        if (!slots.ok) return slots;
        const cpus = taken(slots.value);
        if (cpus >= wanted) return ok({ cpus });
        const added = await addCpu(client, target.name, slots.value);
        if (!added.ok) return added;
      }
    },
  });
}

async function addCpu(client: QmpClient, node: string, slots: readonly CpuSlot[]): Promise<Result<void>> {
  const slot = slots.find((each) => !each.isTaken);
  if (slot === undefined) return refused(node, 'it has no room for another CPU');
  // Named by its place, so that adding one twice is refused by QEMU itself.
  const id = `cpu-${Object.values(slot.props).join('-')}`;
  const words = { driver: slot.type, id, ...slot.props };
  const added = await runQmpCommand(client, 'device_add', { node, limitMs, arguments: words });
  return added.ok ? confirm(client, node, taken(slots) + 1) : added;
}

async function confirm(client: QmpClient, node: string, wanted: number): Promise<Result<void>> {
  const deadline = performance.now() + confirmLimitMs;
  for (;;) {
    const slots = await cpuSlots(client, node);
    if (!slots.ok) return slots;
    if (taken(slots.value) >= wanted) return ok(undefined);
    if (performance.now() >= deadline) return refused(node, 'it accepted the CPU, but does not have it');
    await sleep(pollMs);
  }
}

async function cpuSlots(client: QmpClient, node: string): Promise<Result<readonly CpuSlot[]>> {
  const reply = await runQmpCommand(client, 'query-hotpluggable-cpus', { node, limitMs });
  if (!reply.ok) return reply;
  const slots = readCpuSlots(reply.value);
  return slots === null ? refused(node, 'its list of CPUs is not QEMU’s') : ok(slots);
}

function taken(slots: readonly CpuSlot[]): number {
  return slots.filter((slot) => slot.isTaken).length;
}

function refused(node: string, detail: string): Result<never> {
  return fail(failure('vm_refused', { node, command: 'device_add', detail }));
}
