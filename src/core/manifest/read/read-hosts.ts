import type { HostEntry } from '../manifest.ts';
import type { YamlEntry, YamlNode } from '../yaml/node.ts';
import { refuseHostKey } from './host-key.ts';
import { isNodeName } from './node-name.ts';
import { plainKind } from './plain-kind.ts';
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
    const fields = mappingOf(value, inventory, {
      what: `host ${address}`,
      example: `${address}: { vm_cpu: 2 }`,
      keys: 'any',
    });
    const subject = writtenName(fields.get('nodename')?.value) ?? address;
    const vars = readVars(fields, { subject, where: `host entry in group ${group}`, place, report });
    if (refusal === null) hosts.push({ address, group, at, vars });
  }
  return hosts;
}

/** The node's name for complaints about its other variables, when it is one. */
function writtenName(nodename: YamlNode | undefined): string | null {
  if (nodename?.kind !== 'scalar' || !isNodeName(nodename.text)) return null;
  return nodename.style === 'plain' && plainKind(nodename.text) !== 'text' ? null : nodename.text;
}
