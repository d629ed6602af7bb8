import { type Failure, failure } from '../failure.ts';
import type { NodeName } from '../names.ts';
import type { RuntimePolicy } from '../spec/envelope.ts';
import type { DesiredNode, PlanNode } from './plan.ts';

export interface ActedOn {
  readonly nodes: readonly Pick<PlanNode, 'outcome' | 'desired'>[];
  readonly runtime: RuntimePolicy;
}

/** Variables that the manifest accepts and this version cannot act on yet; a row goes when its feature comes. */
const notYet: readonly { readonly variable: string; readonly asks: (node: DesiredNode) => boolean }[] = [
  { variable: 'vm_image', asks: (node) => !node.spec.image.startsWith('local-') },
  { variable: 'vm_shares', asks: (node) => node.spec.shares.length > 0 },
  { variable: 'vm_ports', asks: (node) => node.ports.length > 0 },
  { variable: 'vm_user_data', asks: (node) => node.spec.userDataSha256 !== null },
];

/** Refusals for what `up` would act on and cannot: nothing in a manifest is silently ignored. Read-only commands do not ask. */
export function unsupported(plan: ActedOn): readonly Failure[] {
  const acted = plan.nodes.flatMap((node) =>
    (node.outcome === 'create' || node.outcome === 'unchanged') && node.desired !== null ? [node.desired] : [],
  );
  const bridged = plan.runtime.network === 'bridge' ? acted : [];
  return [
    ...refusal('vm_network', bridged),
    ...notYet.flatMap(({ variable, asks }) => refusal(variable, acted.filter(asks))),
  ];
}

function refusal(variable: string, nodes: readonly DesiredNode[]): readonly Failure[] {
  if (nodes.length === 0) return [];
  const names: readonly NodeName[] = nodes.map((node) => node.spec.name);
  return [failure('not_supported_yet', { nodes: names, variable })];
}
