import type { Identifiers } from '../ports/identifiers.ts';
import type { Layout } from '../ports/layout.ts';
import type { StateStore } from '../ports/state-store.ts';
import type { Hypervisor } from '../ports/hypervisor.ts';

/** What `validate` and `plan` need: nothing that starts a program, takes a lock or writes. */
export interface ReadingPorts {
  readonly layout: Layout;
  readonly identifiers: Identifiers;
  readonly store: StateStore;
  readonly rememberedAccelerator: Hypervisor['rememberedAccelerator'];
}
