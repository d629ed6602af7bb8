import { type DiskGrowth, readGrowth } from '../../core/guest/read-growth.ts';
import { diskSerial, rootSerial } from '../../core/qemu/disk-serial.ts';
import { formatSize } from '../../core/spec/format-size.ts';
import { ok } from '../../core/result.ts';
import { changeRecord } from '../../core/state/change-record.ts';
import type { NodeRecord } from '../../core/state/document.ts';
import type { Part } from '../../core/state/part.ts';
import { numberIn } from '../../core/state/part-outputs.ts';
import { type NodeContext, recordOf } from '../node-context.ts';
import type { Effect } from './effect.ts';
import { resizeUnfinished } from './resize-unfinished.ts';
import { runInGuest } from './run-in-guest.ts';

/** Growing an empty file system is a matter of seconds, on a slow disk of a minute. */
const limitMs = 300_000;

interface DueDisk {
  readonly part: Part;
  readonly serial: string;
  readonly sizeBytes: number;
  readonly variable: string;
}

/**
 * Has the guest take grown disks into use: partition, then file system, confirmed by the file system's own account.
 * A resize fails where that cannot be had; any other command goes on with a warning, and the next one tries again.
 */
export const growGuestDisks: Effect<'grow_guest_disks'> = async (context, _running, record) => {
  const due = dueDisks(context);
  const [first] = due;
  if (first === undefined) return ok({});
  const said = await runInGuest(context, 'grow-disks', {
    arguments: due.map(({ serial, sizeBytes }) => `${serial}=${String(sizeBytes)}`),
    limitMs,
  });
  const about = { variable: first.variable, asked: formatSize(first.sizeBytes), seen: 'unknown' } as const;
  if (!said.ok) return ended(context, said.failures.length === 0 ? null : { ...about, why: said.failures });
  const growths = readGrowth(said.value);
  const done = await record({ change: changeRecord(context.name, (node) => grownParts(node, due, growths)) });
  if (!done.ok) return done;
  const [failed] = due.flatMap((disk) => {
    const growth = growths.get(disk.serial) ?? { kind: 'failed', detail: 'the guest said nothing about it' };
    return growth.kind === 'failed' ? [{ disk, detail: growth.detail }] : [];
  });
  if (failed === undefined) return ended(context, null);
  const { variable, sizeBytes } = failed.disk;
  return ended(context, { variable, asked: formatSize(sizeBytes), seen: 'less in the guest', why: failed.detail });
};

type Trouble = Parameters<typeof resizeUnfinished>[2];
interface Failing {
  readonly variable: string;
  readonly asked: string;
  readonly seen: string;
  readonly why: Trouble;
}

function ended(context: NodeContext, failing: Failing | null) {
  if (failing === null) return ok({});
  const { why, ...about } = failing;
  const failed = resizeUnfinished(context, { ...about, restart: 'does not help' }, why);
  if (context.ledger.document.operation?.command === 'resize') return failed;
  for (const each of failed.failures) {
    const detail = each.reason === 'resize_unfinished' ? each.detail : each.reason;
    context.ports.events.emit({ kind: 'warning', node: context.name, text: `${about.variable}: ${detail}` });
  }
  return ok({});
}

function dueDisks(context: NodeContext): readonly DueDisk[] {
  const { parts, spec } = recordOf(context);
  return parts.flatMap((part): readonly DueDisk[] => {
    const sizeBytes = numberIn(part.outputs, 'virtualSizeBytes');
    if (part.outputs['growthDue'] !== true || sizeBytes === null) return [];
    if (part.disk === null) return [{ part, serial: rootSerial, sizeBytes, variable: 'vm_disk' }];
    const path = spec.disks.find((disk) => disk.id === part.disk)?.path ?? part.disk;
    const serial = diskSerial(part.disk, context.ports.identifiers.sha256);
    return [{ part, serial, sizeBytes, variable: `vm_disks[${path}].size` }];
  });
}

/** A blank disk has nothing that could grow: whatever is made on it later has its size. */
function grownParts(node: NodeRecord, due: readonly DueDisk[], growths: ReadonlyMap<string, DiskGrowth>): NodeRecord {
  const isDone = (part: Part): boolean => {
    const disk = due.find((each) => each.part.kind === part.kind && each.part.disk === part.disk);
    const growth = disk === undefined ? undefined : growths.get(disk.serial);
    return growth !== undefined && growth.kind !== 'failed';
  };
  const parts = node.parts.map((part) =>
    isDone(part) ? { ...part, outputs: { ...part.outputs, growthDue: false } } : part,
  );
  return { ...node, parts };
}
