import type { Owned } from '../core/state/running.ts';
import type { Result } from '../core/result.ts';
import { whileOwned } from '../core/state/while-owned.ts';
import type { Guest, GuestTarget, GuestWork, ReadyGuest } from '../ports/guest.ts';

/** The same guest port, for a step: what changes something on the host or in the guest asks first whether it still may. */
export function ownedGuest(guest: Guest, running: Owned): Guest {
  return {
    ...guest,
    awaitReady: (target, wait, work) => whileOwned(running, () => awaitOwned(guest, running, { target, wait, work })),
    runScript: (target, run) => whileOwned(running, () => guest.runScript(target, run)),
    pinHostKeys: (entries) => whileOwned(running, () => guest.pinHostKeys(entries)),
    loginKey: () => whileOwned(running, () => guest.loginKey()),
    controlKey: (name) => whileOwned(running, () => guest.controlKey(name)),
  };
}

interface Awaited {
  readonly target: GuestTarget;
  readonly wait: Parameters<Guest['awaitReady']>[1];
  readonly work: GuestWork | undefined;
}

/** A guest may take minutes to be ready: what is sent to it then is asked for once more. */
async function awaitOwned(guest: Guest, running: Owned, { target, wait, work }: Awaited): Promise<Result<ReadyGuest>> {
  if (work === undefined) return guest.awaitReady(target, wait);
  const held: { lost: Result<never> | null } = { lost: null };
  const ready = await guest.awaitReady(target, wait, {
    ...work,
    async input(seen) {
      const owned = await running.stillOwned();
      if (owned.ok) return work.input(seen);
      held.lost = owned;
      return null;
    },
  });
  return held.lost ?? ready;
}
