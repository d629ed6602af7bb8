import type { NodeSizes } from '../spec/node-sizes.ts';
import { askedSpec } from './asked-spec.ts';
import type { NodeRecord } from './document.ts';
import type { Part } from './part.ts';
import { numberIn, partOutputs } from './part-outputs.ts';

/**
 * A resize stands in the outputs of the parts that it changes until it is closed: these, beside what was seen of it
 * (`cpus`, `memoryBytes`, `guestCpus`, `virtualSizeBytes`).
 */
const askedOutputs: ReadonlySet<string> = new Set(['askedCpus', 'askedMemoryBytes', 'askedBytes', 'startDue']);

/** True from the commit that begins a resize to the one that closes it, however many commands lie between. */
export function isResizeOpen(record: NodeRecord): boolean {
  return numberIn(partOutputs(record, 'vm'), 'askedCpus') !== null;
}

/** True when a VM that was stopped for a resize has not been started again. */
export function isStartDue(record: NodeRecord): boolean {
  return partOutputs(record, 'vm')['startDue'] === true;
}

/** The record with what is asked for now; `startDue` says that its VM runs and is to run afterwards. */
export function beginResize(
  record: NodeRecord,
  to: NodeSizes,
  { startDue }: { readonly startDue: boolean },
): NodeRecord {
  const begin = (part: Part): Part => {
    if (part.kind === 'vm')
      return withOutputs(part, { askedCpus: to.cpus, askedMemoryBytes: to.memoryBytes, startDue });
    if (part.kind === 'root_disk') return withOutputs(part, { askedBytes: to.rootDiskBytes });
    const bytes = part.kind === 'data_disk' && part.disk !== null ? to.disks[part.disk] : undefined;
    return bytes === undefined ? part : withOutputs(part, { askedBytes: bytes });
  };
  return { ...record, parts: record.parts.map(begin) };
}

/** What was asked becomes what the node is, and nothing is open any more. */
export function endResize(record: NodeRecord): NodeRecord {
  const parts = record.parts.map((part): Part => {
    const outputs = Object.entries(part.outputs).filter(([name]) => !askedOutputs.has(name));
    return { ...part, outputs: Object.fromEntries(outputs) };
  });
  return { ...record, spec: askedSpec(record), parts };
}

function withOutputs(part: Part, outputs: Part['outputs']): Part {
  return { ...part, outputs: { ...part.outputs, ...outputs } };
}
