import type { LookingPorts } from '../engine/unregistered-nodes.ts';
import type { Hypervisor } from '../ports/hypervisor.ts';
import type { Identifiers } from '../ports/identifiers.ts';
import type { ManifestFiles } from '../ports/manifest-files.ts';
import type { StateStore } from '../ports/state-store.ts';

/** What `validate` and `plan` need: nothing that starts a program, takes a lock or writes. */
export interface ReadingPorts {
  readonly identifiers: Identifiers;
  readonly manifests: ManifestFiles;
  readonly store: StateStore;
  /** For a look at what stands in the home; loaded only where something could be there that the record does not name. */
  readonly looking: () => Promise<LookingPorts>;
  /** The remembered answer of the accelerator probe for this host's own architecture. */
  readonly rememberedAccelerator: () => ReturnType<Hypervisor['rememberedAccelerator']>;
}
