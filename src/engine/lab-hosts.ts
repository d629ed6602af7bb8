import type { SshConfigHost } from '../core/guest/ssh-config-text.ts';
import { recordedOrder } from '../core/plan/recorded-order.ts';
import type { NodeRecord, StateDocument } from '../core/state/document.ts';

/** A node as its peers and the host call it. */
export interface LabHost {
  readonly name: string;
  readonly address: string;
  readonly aliases: readonly string[];
}

/** Every node that exists, in the order of the manifest, with the aliases that were agreed to last. */
export function labHosts(document: StateDocument | null): readonly LabHost[] {
  return living(document).map((record) => ({
    name: record.name,
    address: record.address,
    aliases: (document?.deployment?.applied[record.name]?.spec ?? record.spec).aliases,
  }));
}

/** Those of them that were given an ssh port, as plain ssh is to know them. */
export function sshConfigHosts(document: StateDocument | null): readonly SshConfigHost[] {
  const hosts = new Map(labHosts(document).map((host) => [host.name, host]));
  if (document === null || document.deployment === null) return [];
  return living(document).flatMap(({ name, uuid, sshPort, address, madeFor }) => {
    if (sshPort === null) return [];
    const { user } = madeFor.envelope;
    return [{ names: [name, ...(hosts.get(name)?.aliases ?? []), address], uuid, user, port: sshPort }];
  });
}

function living(document: StateDocument | null): readonly NodeRecord[] {
  return recordedOrder(document).filter((record) => record.life !== 'destroyed');
}
