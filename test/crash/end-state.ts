import { owedToGuest } from '../../src/core/guest/owed-to-guest.ts';
import type { StateDocument } from '../../src/core/state/document.ts';
import { isResizeOpen } from '../../src/core/state/open-resize.ts';
import type { ModelHost } from '../fakes/model-host.ts';

/** What matters of the end: identifiers, versions and times differ from run to run, what exists does not. */
export function endState(host: ModelHost, last: StateDocument | null | undefined): object {
  const nodes = Object.values(last?.nodes ?? {}).map((node) => ({
    name: node.name,
    life: node.life,
    power: node.parts.find((part) => part.kind === 'vm')?.outputs['power'],
    parts: node.parts.map((part) => `${part.kind} ${part.state}`),
    owed: last === null || last === undefined ? [] : owedToGuest(node, last),
    resize: isResizeOpen(node),
    growth: node.parts.map((part) => part.outputs['growthDue'] ?? false),
  }));
  return {
    vms: [...host.vms.values()].map(({ state, cpus, memoryBytes }) => ({ state, cpus, memoryBytes })),
    diskBytes: [...host.files.values()].flatMap((text) => /"virtualSizeBytes":(\d+)/u.exec(text)?.[1] ?? []).sort(),
    specs: Object.values(last?.deployment?.applied ?? {}).map((node) => node.specHash),
    files: [...host.files.keys()].map((file) => file.replaceAll(/[0-9a-f]{8}(-[0-9a-f-]{27})?/gu, 'ID')).sort(),
    nodes,
    retained: last?.retained.map((disk) => disk.path),
    operation: last?.operation ?? null,
    owner: last?.fence.owner ?? null,
    control: last?.deployment?.control ?? null,
  };
}
