import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GuestScript, guestScripts } from '../core/guest/guest-script.ts';
import { scriptEnd, scriptHeader } from '../core/guest/script-command.ts';
import type { GuestWorld } from './guest-world.ts';

/** For the login, and for the guest to end a script that takes too long. */
const graceMs = 45_000;

/** What run-script.sh reads: the header, a script of ours and its input. */
export async function sentScript(
  world: GuestWorld,
  run: { readonly script: GuestScript; readonly stdin?: string; readonly limitMs: number },
): Promise<Uint8Array> {
  const files = await Promise.all(guestScripts[run.script].map((name) => scriptFile(world, name)));
  const script = Buffer.from([...files, scriptEnd].join(''));
  const bytes = Buffer.concat([script, Buffer.from(run.stdin ?? '')]);
  const header = scriptHeader({
    limitSeconds: Math.max(1, Math.ceil(run.limitMs / 1000)),
    scriptBytes: script.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  return Buffer.concat([Buffer.from(header), bytes]);
}

/** A file that is not there is a bug of ours, and throws. */
export function scriptFile(world: GuestWorld, name: string): Promise<string> {
  return readFile(join(world.scriptsFolder, `${name}.sh`), 'utf8');
}

/** From the login to the end of the script, whatever the guest does. */
export function sessionLimitMs(run: { readonly limitMs: number }): number {
  return 2 * run.limitMs + graceMs;
}
