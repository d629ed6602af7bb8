import { setTimeout as sleep } from 'node:timers/promises';
import { ioError, readStatus } from '../core/qemu/qmp-facts.ts';
import { failure } from '../core/failure.ts';
import { type Result, fail, ok } from '../core/result.ts';
import type { VmTarget } from '../ports/hypervisor.ts';
import { askDiskStall } from './ask-disk-stall.ts';
import type { QmpClient } from './qmp-client.ts';
import { runQmpCommand, withVm } from './run-qmp-command.ts';

const limitMs = 10_000;
/** The write that stalled is tried again at once, so one that fails again does so within moments. */
const relapseLimitMs = 1_500;
const pollMs = 100;

/** Lets an identified VM run, and has it confirm that it does. Telling a running VM again changes nothing. */
export function contVm(target: VmTarget): Promise<Result<void>> {
  return withVm(target, target.sockets.monitor, { limitMs, then: (client) => letRun(client, target.name) });
}

async function letRun(client: QmpClient, node: string): Promise<Result<void>> {
  const before = await runState(client, node);
  if (!before.ok) return before;
  const told = await runQmpCommand(client, 'cont', { node, limitMs });
  if (!told.ok) return told;
  const deadline = performance.now() + (before.value === ioError ? relapseLimitMs : 0);
  for (;;) {
    const now = await runState(client, node);
    if (!now.ok) return now;
    if (now.value === ioError) return stalled(client, node);
    if (now.value !== 'running') {
      return fail(failure('vm_refused', { node, command: 'cont', detail: `it stays ${now.value}` }));
    }
    if (performance.now() >= deadline) return ok(undefined);
    await sleep(pollMs);
  }
}

async function runState(client: QmpClient, node: string): Promise<Result<string>> {
  const reply = await runQmpCommand(client, 'query-status', { node, limitMs });
  return reply.ok ? ok(readStatus(reply.value)?.status ?? 'in an unknown state') : reply;
}

async function stalled(client: QmpClient, node: string): Promise<Result<never>> {
  const stall = await askDiskStall(client, limitMs);
  return fail(failure('vm_disk_stalled', { node, file: stall?.file ?? null, noSpace: stall?.noSpace ?? false }));
}
