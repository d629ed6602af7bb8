import { setTimeout as sleep } from 'node:timers/promises';
import { failure } from '../core/failure.ts';
import { type MemoryDevice, readMemoryDevice } from '../core/qemu/hotplug-facts.ts';
import { readMemoryBytes } from '../core/qemu/qmp-facts.ts';
import { type Result, fail, ok } from '../core/result.ts';
import type { VmTarget } from '../ports/hypervisor.ts';
import type { QemuHost } from './qemu-host.ts';
import type { QmpClient } from './qmp-client.ts';
import { runQmpCommand, withVm } from './run-qmp-command.ts';

const limitMs = 10_000;
/** Whatever the size does. */
const longestMs = 300_000;
/** As long as the size moves, the guest is at work; a software-emulated one moves a gigabyte in some seconds. */
const stillLimitMs = 20_000;
const pollMs = 100;
/** Id of the device, see core/qemu/machine-argv.ts. */
const device = 'memory';

/** Changes what virtio-mem gives to the guest; see the port. */
export function setMemory(
  target: VmTarget,
  wantedBytes: number,
  host: Pick<QemuHost, 'memoryStillLimitMs'>,
): Promise<Result<{ readonly memoryBytes: number }>> {
  return withVm(target, target.sockets.monitor, {
    limitMs,
    then: async (client): Promise<Result<{ readonly memoryBytes: number }>> => {
      const now = await readMemory(client, target.name);
      if (!now.ok) return now;
      const { memoryBytes, memory } = now.value;
      if (memoryBytes === wantedBytes) return ok({ memoryBytes });
      if (memory === null) return refused(target.name, 'it was started without room for more memory');
      const wanted = wantedBytes - (memoryBytes - memory.sizeBytes);
      if (wanted < 0) return refused(target.name, 'memory never goes below what it booted with');
      const words = { path: `/machine/peripheral/${device}`, property: 'requested-size', value: wanted };
      const asked = await runQmpCommand(client, 'qom-set', { node: target.name, limitMs, arguments: words });
      const wait = { wantedBytes: wanted, stillLimitMs: host.memoryStillLimitMs ?? stillLimitMs };
      return asked.ok ? awaitSize(client, target.name, wait) : asked;
    },
  });
}

async function awaitSize(
  client: QmpClient,
  node: string,
  wait: { readonly wantedBytes: number; readonly stillLimitMs: number },
): Promise<Result<{ readonly memoryBytes: number }>> {
  let lastBytes = -1;
  let deadline = 0;
  const end = performance.now() + longestMs;
  for (;;) {
    const now = await readMemory(client, node);
    if (!now.ok) return now;
    const { memoryBytes, memory } = now.value;
    const sizeBytes = memory?.sizeBytes ?? 0;
    if (sizeBytes !== lastBytes) deadline = Math.min(end, performance.now() + wait.stillLimitMs);
    if (sizeBytes === wait.wantedBytes || performance.now() >= deadline) return ok({ memoryBytes });
    lastBytes = sizeBytes;
    await sleep(pollMs);
  }
}

interface Memory {
  /** Boot memory and what was plugged. */
  readonly memoryBytes: number;
  readonly memory: MemoryDevice | null;
}

async function readMemory(client: QmpClient, node: string): Promise<Result<Memory>> {
  const devices = await runQmpCommand(client, 'query-memory-devices', { node, limitMs });
  if (!devices.ok) return devices;
  const summary = await runQmpCommand(client, 'query-memory-size-summary', { node, limitMs });
  if (!summary.ok) return summary;
  const memoryBytes = readMemoryBytes(summary.value);
  if (memoryBytes === null) return refused(node, 'replies that are not QEMU’s');
  return ok({ memoryBytes, memory: readMemoryDevice(devices.value, device) });
}

function refused(node: string, detail: string): Result<never> {
  return fail(failure('vm_refused', { node, command: 'qom-set', detail }));
}
