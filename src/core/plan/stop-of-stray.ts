import type { NodeName, Uuid } from '../names.ts';
import type { ActionOf } from './action.ts';
import type { Authorized } from './grant.ts';

/** The stop of a VM of this home that no record names, as a person has asked for it; it is known by its own words alone. */
export function stopOfStray(
  vm: { readonly name: NodeName; readonly uuid: Uuid },
  { force }: { readonly force: boolean },
): Authorized<ActionOf<'stop_vm'>> {
  return { kind: 'stop_vm', node: vm.name, uuid: vm.uuid, force } as Authorized<ActionOf<'stop_vm'>>;
}
