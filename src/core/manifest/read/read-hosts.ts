import type { HostEntry } from '../manifest.ts';
import type { YamlEntry } from '../yaml/node.ts';
import { refuseHostKey } from './host-key.ts';
import { isNodeName } from './node-name.ts';
import { type Inventory, mappingOf } from './inventory.ts';
import { readVars } from './read-vars.ts';

/** The hosts of one group, in order. A wrong key is reported, and its variables are read all the same. */
export function readHosts(
  entries: ReadonlyMap<string, YamlEntry>,
  group: string,
  inventory: Inventory,
): readonly HostEntry[] {
  const { place, report } = inventory;
  const hosts: HostEntry[] = [];
  for (const [address, { key, value }] of entries) {
    const at = place(key.offset);
    const refusal = refuseHostKey(address, at);
    if (refusal !== null) report(refusal);
    const fields = mappingOf(value, inventory, { what: `host ${address}`, example: `${address}: { vm_cpu: 2 }` });
    const nodename = fields.get('nodename')?.value;
    const subject = nodename?.kind === 'scalar' && isNodeName(nodename.text) ? nodename.text : address;
    const vars = readVars(fields, { subject, where: `host entry in group ${group}`, place, report });
    if (refusal === null) hosts.push({ address, group, at, vars });
  }
  return hosts;
}
