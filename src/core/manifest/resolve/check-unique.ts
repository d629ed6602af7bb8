import { type Failure, failure } from '../../failure.ts';
import type { AssignmentOf } from '../manifest.ts';
import type { ResolvedNode } from '../resolved-deployment.ts';
import type { NamedHost } from './name-host.ts';

export interface CheckedNode {
  readonly node: ResolvedNode;
  readonly named: NamedHost;
  readonly alias: AssignmentOf<'vm_alias'> | undefined;
  readonly ports: AssignmentOf<'vm_ports'> | undefined;
}

/** Complaints about names, aliases and host ports that two nodes, or one node twice, lay claim to. */
export function checkUnique(nodes: readonly CheckedNode[]): readonly Failure[] {
  const settled = nodes.filter(({ named }) => named.settled);
  return [...repeatedNames(settled), ...repeatedAliases(nodes), ...repeatedPorts(nodes)];
}

function repeatedNames(nodes: readonly CheckedNode[]): readonly Failure[] {
  const holders = new Map<string, CheckedNode>();
  const failures: Failure[] = [];
  for (const checked of nodes) {
    const { name, address } = checked.node.spec;
    const holder = holders.get(name);
    if (holder === undefined) holders.set(name, checked);
    else {
      const { at } = checked.named;
      failures.push(
        failure('duplicate_node_name', {
          at,
          address,
          name,
          holder: holder.node.spec.address,
          firstLine: holder.named.at.line,
        }),
      );
    }
  }
  return failures;
}

function repeatedAliases(nodes: readonly CheckedNode[]): readonly Failure[] {
  const holders = new Map<string, string>(
    nodes.map(({ node }) => [node.spec.name, `the name of node ${node.spec.name}`]),
  );
  const failures: Failure[] = [];
  for (const { node, alias } of nodes) {
    for (const shown of node.spec.aliases) {
      const holder = holders.get(shown);
      if (holder === undefined) holders.set(shown, `an alias of node ${node.spec.name}`);
      else if (alias !== undefined)
        failures.push(
          failure('duplicate_alias', { at: alias.at, subject: node.spec.name, variable: 'vm_alias', shown, holder }),
        );
    }
  }
  return failures;
}

function repeatedPorts(nodes: readonly CheckedNode[]): readonly Failure[] {
  const holders = new Map<number, { readonly address: string; readonly holder: string }[]>();
  const failures: Failure[] = [];
  for (const { node, ports } of nodes) {
    for (const { hostAddress, hostPort, guestPort } of node.ports) {
      const taken = holders.get(hostPort) ?? [];
      holders.set(hostPort, taken);
      const clash = taken.find(
        ({ address }) => address === hostAddress || address === '0.0.0.0' || hostAddress === '0.0.0.0',
      );
      taken.push({ address: hostAddress, holder: `node ${node.spec.name}` });
      if (clash === undefined || ports === undefined) continue;
      const shown = `${hostAddress}:${String(hostPort)}:${String(guestPort)}`;
      failures.push(
        failure('duplicate_port', {
          at: ports.at,
          subject: node.spec.name,
          variable: 'vm_ports',
          shown,
          holder: clash.holder,
        }),
      );
    }
  }
  return failures;
}
