import type { Guest } from '../ports/guest.ts';
import { awaitGuest } from './await-guest.ts';
import { captureInGuest } from './capture-in-guest.ts';
import { checkGuestTools } from './check-guest-tools.ts';
import { createChecks } from './check-guests.ts';
import { createControlKey } from './control-key.ts';
import { copyWithGuest } from './copy-with-guest.ts';
import { createLoginKey } from './login-key.ts';
import { pinHostKeys } from './pin-host-keys.ts';
import { provisionGuest } from './provision-guest.ts';
import { runGuestScript } from './run-guest-script.ts';
import { runInGuest } from './run-in-guest.ts';
import { searchPath } from './search-path.ts';
import type { GuestWorld } from './guest-world.ts';

/** The Guest port over the system's ssh. */
export function createGuest(world: GuestWorld): Guest {
  return {
    awaitReady: (target, wait, work) => awaitGuest(world, target, { ...wait, work }),
    check: createChecks(world),
    run: (target, command, way) => runInGuest(world, { target, command, ...way }),
    capture: (target, run) => captureInGuest(world, target, run),
    runScript: (target, run) => runGuestScript(world, target, run),
    provision: (target, run) => provisionGuest(world, target, run),
    copy: (target, options) => copyWithGuest(world, target, options),
    pinHostKeys: (entries) => pinHostKeys(world.keysFolder, entries),
    tools: () => checkGuestTools(searchPath(process.env['PATH'])),
    loginKey: () => createLoginKey(world),
    controlKey: (name) => createControlKey(world, name),
  };
}
