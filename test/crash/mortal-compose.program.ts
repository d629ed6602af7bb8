import { appendFileSync } from 'node:fs';
import type { CliPorts } from '../../src/cli/command.ts';
import { compose as composeWhole, type World } from '../../src/cli/compose.ts';
import { ok, type Result } from '../../src/core/result.ts';
import { mortalPorts } from './mortal-ports.ts';

// eslint-disable-next-line no-restricted-syntax -- it stands in for that module, with one function changed
export * from '../../src/cli/compose.ts';

/** Stands in for cli/compose.ts in the command that build-mortal.ts makes: the real ports, and a death in this process. */
export async function compose(world: World): Promise<Result<CliPorts>> {
  const ports = await composeWhole(world);
  return ports.ok ? ok(mortalPorts(ports.value, { reach })) : ports;
}

let passed = 0;

/**
 * `PADDOCK_CRASH_AT` is the number or the name of a point, whatever it is about. Each is written down before the command dies there: a file that
 * ends with it says where that was.
 */
function reach(point: string): Promise<void> {
  passed += 1;
  const { PADDOCK_CRASH_AT: dieAt, PADDOCK_CRASH_AFTER_MS: afterMs, PADDOCK_CRASH_LOG: log } = process.env;
  if (log !== undefined) appendFileSync(log, `${point}\n`);
  if (dieAt !== String(passed) && !`${point} `.startsWith(`${String(dieAt)} `)) return Promise.resolve();
  const die = (): boolean => process.kill(process.pid, 'SIGKILL');
  // A moment later it is inside what follows the point; where all is over by then, it dies at its end.
  if (afterMs === undefined) return Promise.resolve(void die());
  setTimeout(die, Number(afterMs));
  process.once('exit', die);
  return Promise.resolve();
}
