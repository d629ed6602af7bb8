import type { NodeName } from '../names.ts';
import type { RuntimePolicy } from '../spec/envelope.ts';
import type { NodeSpec } from '../spec/node-spec.ts';

export interface Asking {
  readonly spec: Omit<NodeSpec, 'control'>;
}

export interface NotSupportedYet {
  readonly variable: string;
  readonly nodes: readonly NodeName[];
}

/** What a manifest may say and this version cannot act on; a row goes when its feature comes. */
const rows: readonly { readonly variable: string; readonly asks: (node: Asking, runtime: RuntimePolicy) => boolean }[] =
  [
    { variable: 'vm_network', asks: (_node, runtime) => runtime.network === 'bridge' },
    { variable: 'vm_image', asks: (node) => !node.spec.image.startsWith('local-') },
  ];

/** Valid variables of these nodes that cannot be acted on yet, each with the nodes that use it. */
export function notSupportedYet(nodes: readonly Asking[], runtime: RuntimePolicy): readonly NotSupportedYet[] {
  return rows
    .map(({ variable, asks }) => ({
      variable,
      nodes: nodes.filter((node) => asks(node, runtime)).map(({ spec }) => spec.name),
    }))
    .filter((row) => row.nodes.length > 0);
}
