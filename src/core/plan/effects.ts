import type { DiskSpec, NodeSpec } from '../spec/node-spec.ts';
import { seenSpec } from '../state/asked-spec.ts';
import type { RetainedDisk } from '../state/document.ts';
import { isResizeOpen, isStartDue } from '../state/open-resize.ts';
import { type ExistingNode, recordedPower } from './existing-node.ts';
import type { Effects, Outcome } from './plan.ts';
import { resizeFacts, resizeWay } from './resize-way.ts';

const rootDisk = 'root disk';
const nothing: Effects = { starts: false, restarts: false, replaces: [], removes: [], keeps: [] };

/** What creating a node does: disks kept from an earlier node of its name are attached again. */
export function creationEffects(spec: NodeSpec, retained: readonly RetainedDisk[]): Effects {
  const kept = spec.disks.filter((disk) => retained.some((each) => each.node === spec.name && each.disk === disk.id));
  return { ...nothing, starts: true, keeps: kept.map(diskLabel) };
}

/** What the command that settles this outcome does to what exists. `to` is null for a node that is wanted no more. */
export function effectsOn(outcome: Exclude<Outcome, 'create'>, existing: ExistingNode, to: NodeSpec | null): Effects {
  const running = recordedPower(existing.record) === 'running';
  if (outcome === 'unchanged') return { ...nothing, starts: !running };
  if (to === null || existing.life !== 'committed') return destructionEffects(existing.compared.spec);
  if (outcome === 'resize') return resizeEffects(existing, to);
  return { ...replacementEffects(existing.compared.spec, to), starts: !running, restarts: running };
}

function resizeEffects(existing: ExistingNode, to: NodeSpec): Effects {
  const { record, compared } = existing;
  const running = recordedPower(record) === 'running';
  const from = isResizeOpen(record) ? seenSpec(record) : compared.spec;
  const restarts = running && resizeWay(from, to, resizeFacts(record)) === 'restart';
  const starts = !running && isStartDue(record);
  return { ...nothing, starts, restarts, keeps: [rootDisk, ...compared.spec.disks.map(diskLabel)] };
}

function replacementEffects(from: NodeSpec, to: NodeSpec): Pick<Effects, 'replaces' | 'removes' | 'keeps'> {
  const wanted = new Set(to.disks.map((disk) => disk.id));
  const going = from.disks.filter((disk) => !disk.persistent);
  return {
    replaces: [rootDisk, ...going.filter((disk) => wanted.has(disk.id)).map(diskLabel)],
    removes: going.filter((disk) => !wanted.has(disk.id)).map(diskLabel),
    keeps: from.disks
      .filter((disk) => disk.persistent)
      .map((disk) =>
        wanted.has(disk.id) ? diskLabel(disk) : `${diskLabel(disk)} (set aside: the new VM has none there)`,
      ),
  };
}

function destructionEffects(spec: NodeSpec): Effects {
  return {
    ...nothing,
    removes: [rootDisk, ...spec.disks.filter((disk) => !disk.persistent).map(diskLabel)],
    keeps: spec.disks.filter((disk) => disk.persistent).map(diskLabel),
  };
}

function diskLabel(disk: DiskSpec): string {
  return `disk ${disk.path}`;
}
