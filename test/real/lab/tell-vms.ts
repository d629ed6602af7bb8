import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openQmp } from '../../../src/qemu/qmp-client.ts';
import type { Lab } from './open-lab.ts';

/** Pauses or continues every VM of the lab over its command monitor. */
export async function tellVms(lab: Lab, command: 'stop' | 'cont'): Promise<void> {
  const folder = join(lab.folder, 'run', 'paddock');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const { uuid } of lab.vms()) {
    const socket = names.find((name) => name.endsWith(`${uuid.slice(0, 8)}.qmp`));
    const client = await openQmp(join(folder, socket ?? uuid), 10_000);
    if (!client.ok) throw new Error(`the monitor of ${uuid} did not answer`);
    const told = await client.value.execute(command, { limitMs: 10_000 });
    client.value.close();
    if (!told.ok) throw new Error(`${command} was not done`);
  }
}
