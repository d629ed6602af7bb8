import { displaySize } from '../display-size.ts';
import type { StateDocument } from '../state/document.ts';
import { unreachable } from '../unreachable.ts';
import { creationFates, type DiskFate, leftoverFates, replacementFates } from './disk-fates.ts';
import type { Grant } from './grant.ts';
import type { PlannedDeployment } from './plan.ts';
import { continuation } from './unfinished-recreate.ts';
import { type LastWritten, writtenWords } from './written-words.ts';

/**
 * What a recreate does to every disk, one line each, for the person who is asked. Read from the records whose artifacts
 * would go, with the sizes that were recorded for them.
 */
export function replacementLines(
  document: StateDocument | null,
  plan: PlannedDeployment,
  about: { readonly grants: readonly Grant[]; readonly written: LastWritten },
): readonly string[] {
  const { grants, written } = about;
  const fateLines = (fates: readonly DiskFate[]) =>
    inOrder(fates).map((fate) => fateLine(fate, written) + asideWords(fate, fates));
  return grants.flatMap((grant) => {
    const planned = plan.nodes.find(({ name }) => name === grant.node);
    if (planned === undefined || planned.desired === null) return [];
    const { name, address, desired } = planned;
    if (grant.kind === 'create') {
      return [`node ${name} (${address}) is created`, ...fateLines(creationFates(desired.spec, document))];
    }
    const own = document?.nodes[name];
    if (grant.kind !== 'recreate' || document === null || own === undefined) return [];
    const goesOn = continuation(document, { desired, shared: plan });
    const going = document.replacements[name]?.going ?? [];
    const leftovers = fateLines(going.flatMap((life) => leftoverFates(life, [own])));
    if (goesOn === 'finish') {
      const has = leftoverFates(own, []).flatMap((fate) =>
        fate.end === 'set_aside' ? [{ ...fate, end: 'kept' } as const] : [],
      );
      return [
        `node ${name} (${own.address}) was recreated; what is left of before`,
        ...leftovers,
        ...has.map((fate) => fateLine(fate, written)),
      ];
    }
    const title = address === own.address ? address : `${own.address}, then ${address}`;
    return [`node ${name} (${title})`, ...leftovers, ...fateLines(replacementFates(own, desired.spec, document))];
  });
}

/** What goes stands before what stays. */
const order = ['replaced', 'deleted', 'kept', 'set_aside', 'attached', 'made'] as const;

function inOrder(fates: readonly DiskFate[]): readonly DiskFate[] {
  return order.flatMap((end) => fates.filter((fate) => fate.end === end));
}

function fateLine(fate: DiskFate, written: LastWritten): string {
  const last = fate.file === null ? '' : `, ${writtenWords(fate.file, written)}`;
  const size = displaySize(fate.hasBytes ?? fate.getsBytes ?? 0);
  const words = `${fate.path === null ? 'root disk' : `disk ${fate.path}`}, ${size}${last}`;
  switch (fate.end) {
    case 'replaced':
      return `  deletes ${words}, and makes ${fate.path === null ? 'a new one' : 'an empty one'}${newSize(fate)}`;
    case 'deleted':
      return `  deletes ${words}`;
    case 'kept':
      return `  keeps   ${words}${growth(fate)}`;
    case 'set_aside':
      return `  keeps   ${words}, set aside`;
    case 'attached':
      return `  attaches again ${words}, ${fate.file ?? ''}${growth(fate)}`;
    case 'made':
      return `  makes   ${words}${fate.path === null ? '' : ', empty'}`;
    default:
      return unreachable(fate.end);
  }
}

/** What brings back a disk that is set aside. */
function asideWords({ end, path }: DiskFate, fates: readonly DiskFate[]): string {
  if (end !== 'set_aside') return '';
  return fates.some((other) => other.end === 'attached' && other.path === path)
    ? ': it does not fit the manifest, for the one that is attached again'
    : ': its path in the manifest and another recreate bring it back';
}

function newSize({ hasBytes, getsBytes }: DiskFate): string {
  return getsBytes === null || getsBytes === hasBytes ? '' : ` of ${displaySize(getsBytes)}`;
}

function growth({ hasBytes, getsBytes }: DiskFate): string {
  return hasBytes === null || getsBytes === null || getsBytes <= hasBytes
    ? ''
    : `, and grows it to ${displaySize(getsBytes)}`;
}
