import amd64 from '../../../qemu/machine-profiles/amd64.json' with { type: 'json' };
import arm64 from '../../../qemu/machine-profiles/arm64.json' with { type: 'json' };
import type { MachineProfile } from './machine-profile.ts';

/** The shipped profiles, by guest architecture. */
export const machineProfiles = { amd64, arm64 } as const satisfies { readonly [arch: string]: MachineProfile };
