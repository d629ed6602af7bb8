import type { Owned } from '../core/state/running.ts';
import { whileOwned } from '../core/state/while-owned.ts';
import type { Guest } from '../ports/guest.ts';

/** The same guest port, for a step: what changes something on the host or in the guest asks first whether it still may. */
export function ownedGuest(guest: Guest, running: Owned): Guest {
  return {
    ...guest,
    runScript: (target, run) => whileOwned(running, () => guest.runScript(target, run)),
    pinHostKeys: (entries) => whileOwned(running, () => guest.pinHostKeys(entries)),
    loginKey: () => whileOwned(running, () => guest.loginKey()),
    controlKey: (name) => whileOwned(running, () => guest.controlKey(name)),
  };
}
