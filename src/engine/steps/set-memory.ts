import { readFact } from '../../core/guest/read-fact.ts';
import { formatSize } from '../../core/spec/format-size.ts';
import { ok, type Result } from '../../core/result.ts';
import { numberIn, partOutputs } from '../../core/state/part-outputs.ts';
import type { VmTarget } from '../../ports/hypervisor.ts';
import { type NodeContext, recordOf } from '../node-context.ts';
import { vmTarget } from '../vm-target.ts';
import type { RecordFacts } from '../with-running.ts';
import type { Effect } from './effect.ts';
import { resizeUnfinished, type Unfinished } from './resize-unfinished.ts';
import { runInGuest } from './run-in-guest.ts';

const guestSeconds = 30;
const kib = 1024;
/** The guest's tables for more memory are a sixty-fourth of it, and may or may not come out of what it counts. */
const tableShare = 1 / 64;

/** Changes the memory of a running VM and has the guest say that it has it. What both say goes on record. */
export const setMemory: Effect<'set_memory'> = async (context, running, record) => {
  const { hypervisor, layout } = context.ports;
  const target = vmTarget(layout, recordOf(context));
  const asked = running.memoryBytes;
  const about: Unfinished = { variable: 'vm_mem', asked: formatSize(asked), seen: 'unknown', restart: 'helps' };
  const reserved = await reservedBytes(context, target, record);
  if (!reserved.ok) return resizeUnfinished(context, about, reserved.failures);
  const changed = await hypervisor.setMemory(running, target);
  const memoryBytes = changed.ok ? changed.value.memoryBytes : await readMemory(context, target);
  if (memoryBytes !== null) {
    const known = await record({ outputs: { memoryBytes } });
    if (!known.ok) return known;
  }
  const byQemu = { ...about, seen: memoryBytes === null ? 'unknown' : formatSize(memoryBytes) };
  if (!changed.ok) return resizeUnfinished(context, byQemu, changed.failures);
  if (memoryBytes !== asked) return resizeUnfinished(context, byQemu, 'the guest gives or takes no more');
  const room = { leastBytes: asked - reserved.value, slackBytes: Math.round(asked * tableShare) };
  const seen = await onlineMemory(context, room);
  if (!seen.ok) return resizeUnfinished(context, about, seen.failures);
  if (Math.abs(seen.value - room.leastBytes) <= room.slackBytes) return ok({ outputs: { guestMemoryBytes: asked } });
  const guestMemoryBytes = seen.value + reserved.value;
  const known = await record({ outputs: { guestMemoryBytes } });
  if (!known.ok) return known;
  const inGuest = { ...about, seen: `${String(Math.round(guestMemoryBytes / kib / kib))}MiB` };
  return resizeUnfinished(context, inGuest, `its QEMU has ${formatSize(asked)}, and the guest does not use it so`);
};

/**
 * What the guest's kernel keeps for itself of boot memory, and never counts. Measured once for each start, before the
 * first change: after a change that the guest did not take, the difference would hide it.
 */
async function reservedBytes(context: NodeContext, target: VmTarget, record: RecordFacts): Promise<Result<number>> {
  const outputs = partOutputs(recordOf(context), 'vm');
  const known = numberIn(outputs, 'guestReservedBytes');
  if (known !== null) return ok(known);
  const facts = await context.ports.hypervisor.inspectVm(target);
  if (!facts.ok) return facts;
  const counted = await onlineMemory(context, { leastBytes: 0, slackBytes: facts.value.memoryBytes });
  if (!counted.ok) return counted;
  const guestReservedBytes = Math.max(0, facts.value.memoryBytes - counted.value);
  const recorded = await record({ outputs: { guestReservedBytes } });
  return recorded.ok ? ok(guestReservedBytes) : recorded;
}

async function readMemory(context: NodeContext, target: VmTarget): Promise<number | null> {
  const facts = await context.ports.hypervisor.inspectVm(target);
  return facts.ok ? facts.value.memoryBytes : null;
}

/** Bytes that the guest counts, once they are near enough or it was given its time. */
async function onlineMemory(
  context: NodeContext,
  room: { readonly leastBytes: number; readonly slackBytes: number },
): Promise<Result<number>> {
  const bounds = [room.leastBytes - room.slackBytes, room.leastBytes + room.slackBytes];
  const said = await runInGuest(context, 'online-memory', {
    arguments: [...bounds.map((bytes) => String(Math.max(0, Math.round(bytes / kib)))), String(guestSeconds)],
    limitMs: (guestSeconds + 60) * 1000,
  });
  return said.ok ? ok((readFact(said.value, 'memory-kib') ?? 0) * kib) : said;
}
