import type { NodeName } from '../names.ts';
import type { DiskSpec, NodeSpec } from '../spec/node-spec.ts';
import { seenSpec } from '../state/asked-spec.ts';
import type { NodeRecord, StateDocument } from '../state/document.ts';
import { isKeptDisk } from '../state/is-kept-disk.ts';
import { isResizeOpen, isStartDue } from '../state/open-resize.ts';
import { creationFates, type DiskFate, replacementFates } from './disk-fates.ts';
import { type ExistingNode, recordedPower } from './existing-node.ts';
import type { Effects, Outcome } from './plan.ts';
import { resizeFacts, resizeWay } from './resize-way.ts';

const rootDisk = 'root disk';
const noDisks = { replaces: [], removes: [], keeps: [], setsAside: [], attaches: [], makes: [] };
const nothing: Effects = { starts: false, restarts: false, ...noDisks, introducedTo: null };

/** Who hears of a new host key: the control node, if it can be told while it runs on. */
type Hearer = NodeName | null;

interface Around {
  readonly document: StateDocument | null;
  readonly hearer: Hearer;
}

/** What creating a node does: disks kept from an earlier node of its name are attached again. */
export function creationEffects(spec: NodeSpec, { document, hearer }: Around): Effects {
  const disks = fateEffects(creationFates(spec, document));
  return { ...nothing, starts: true, ...disks, introducedTo: introducedTo(spec, hearer) };
}

interface Change extends Around {
  readonly existing: ExistingNode;
  /** Null for a node that is wanted no more. */
  readonly to: NodeSpec | null;
}

/** What the command that settles this outcome does to what exists. */
export function effectsOn(outcome: Exclude<Outcome, 'create'>, change: Change): Effects {
  const { existing, to, document, hearer } = change;
  const { record } = existing;
  const running = recordedPower(record) === 'running';
  if (outcome === 'unchanged') return { ...nothing, starts: !running };
  if (to === null || document === null || existing.life !== 'committed') {
    return destructionEffects(record, existing.compared.spec);
  }
  if (outcome === 'resize') return resizeEffects(existing, to);
  const disks = fateEffects(replacementFates(record, to, document));
  return { ...nothing, ...disks, starts: !running, restarts: running, introducedTo: introducedTo(to, hearer) };
}

function introducedTo({ name }: NodeSpec, hearer: Hearer): Hearer {
  return name === hearer ? null : hearer;
}

function resizeEffects(existing: ExistingNode, to: NodeSpec): Effects {
  const { record, compared } = existing;
  const running = recordedPower(record) === 'running';
  const from = isResizeOpen(record) ? seenSpec(record) : compared.spec;
  const restarts = running && resizeWay(from, to, resizeFacts(record)) === 'restart';
  const starts = !running && isStartDue(record);
  return { ...nothing, starts, restarts, keeps: [rootDisk, ...compared.spec.disks.map(diskLabel)] };
}

function fateEffects(fates: readonly DiskFate[]): Omit<Effects, 'starts' | 'restarts' | 'introducedTo'> {
  const those = (end: DiskFate['end']): readonly string[] =>
    fates.flatMap((fate) => (fate.end === end ? [fate.path === null ? rootDisk : diskLabel(fate)] : []));
  // Several may be kept of one path: which comes back is part of what is reviewed and hashed.
  const attached = fates.flatMap((fate) =>
    fate.end === 'attached' ? [`${diskLabel(fate)} (${fate.file ?? ''})`] : [],
  );
  return {
    replaces: those('replaced'),
    removes: those('deleted'),
    keeps: those('kept'),
    setsAside: those('set_aside'),
    attaches: attached,
    makes: those('made'),
  };
}

function destructionEffects(record: NodeRecord, spec: NodeSpec): Effects {
  const kept = spec.disks.filter((disk) => disk.persistent || isKeptDisk(record, disk.id));
  return {
    ...nothing,
    removes: [rootDisk, ...spec.disks.filter((disk) => !kept.includes(disk)).map(diskLabel)],
    keeps: kept.map(diskLabel),
  };
}

function diskLabel({ path }: Pick<DiskSpec, 'path'> | DiskFate): string {
  return `disk ${path ?? ''}`;
}
