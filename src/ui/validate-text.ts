import { displaySize } from '../core/display-size.ts';
import type { ValidateDocument } from '../core/plan/validate-document-schema.ts';

/** A manifest that holds, for people: one line a node, and what this version would refuse to act on. */
export function validateText(valid: ValidateDocument): string {
  const width = Math.max(0, ...valid.nodes.map((node) => node.name.length));
  const nodes = valid.nodes.map((node) => {
    const sizes = `${String(node.cpus)} cpu, ${displaySize(node.memoryBytes)} memory, ${displaySize(node.rootDiskBytes)} disk`;
    const guard = node.protect ? ', protected' : '';
    return `  ${node.name.padEnd(width)}  ${node.address.padEnd(15)}  ${node.image}, ${sizes}${guard}`;
  });
  const skipped = valid.skipped.map(({ name, address }) => `  ${name.padEnd(width)}  ${address.padEnd(15)}  skipped`);
  const later = valid.notSupportedYet.map(
    ({ variable, nodes: users }) => `note: up of this version cannot act on ${variable} yet (${users.join(', ')})`,
  );
  const count = valid.nodes.length === 1 ? '1 node' : `${String(valid.nodes.length)} nodes`;
  return [`${sourceName(valid)}: valid, ${count}`, ...nodes, ...skipped, ...later].join('\n');
}

function sourceName({ source }: ValidateDocument): string {
  return source.kind === 'file' ? source.path : 'stdin';
}
