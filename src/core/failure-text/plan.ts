import type { FailureTexts, NextCommand } from '../failure-class.ts';
import type { PlanFailures } from '../failure/plan.ts';
import { planDifference } from '../plan/plan-difference.ts';

export const planTexts = {
  resize_required: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `${f.nodes.join(', ')}: size differs from the one it has, and only resize changes that`,
    next: (f) => [['resize', ...f.nodes]],
  },
  recreate_required: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `${f.nodes.map((name) => withPaths(name, f.differs[name])).join(', ')}: differs in what only recreate settles${
        f.hindered.length === 0 ? '' : `, and that is refused for ${f.hindered.join(', ')} too`
      }`,
    next: (f) => commandFor('recreate', f),
  },
  nodes_removed: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `${f.nodes.join(', ')}: still there, but gone from the manifest or skipped in it; put back or destroy${
        f.hindered.length === 0 ? '' : `, and destroy is refused for ${f.hindered.join(', ')} too`
      }`,
    next: (f) => commandFor('destroy', f),
  },
  envelope_changed: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `the whole deployment differs in ${f.paths.join(', ')}, and ${f.nodes.join(', ')} can follow only when all nodes are recreated together${hinderedBy(f.hindering)}`,
    next: (f) => wholeRecreate(f.hindering),
  },
  whole_recreate_required: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `${f.nodes.join(', ')}: what all nodes share has changed, so they can only be recreated together${hinderedBy(f.hindering)}`,
    next: (f) => wholeRecreate(f.hindering),
  },
  not_created: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `${f.nodes.join(', ')}: not created yet`,
    next: (f) => commandFor('up', f),
  },
  address_taken: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `node ${f.node}: address ${f.address} belongs to ${f.holder} until that is ${f.freedBy === 'destroy' ? 'destroyed' : 'recreated on its new one'}${f.next === null ? ', which is refused too' : ''}`,
    next: (f) => (f.next === null ? [] : [f.next]),
  },
  name_held: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `node ${f.node}: the name ${f.name} belongs to ${f.holder} until that is ${f.freedBy === 'destroy' ? 'destroyed' : 'applied without it'}`,
    next: (f) => f.next,
  },
  creation_unfinished: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `${f.nodes.join(', ')}: creation never finished, and something else than what was begun is asked for now`,
    next: (f) => [['destroy', ...f.nodes]],
  },
  destruction_unfinished: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `${f.nodes.join(', ')}: destruction was begun and has to be finished first`,
    next: (f) => [['destroy', ...f.nodes]],
  },
  node_protected: {
    class: 'conflict',
    left: 'nothing',
    // No command helps before the manifest has been edited.
    message: (f) => `${f.nodes.join(', ')}: vm_protect is set, so ${f.command} leaves it alone; ${unprotect(f)}`,
  },
  whole_only: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      `${f.command}${f.option === null ? '' : ` ${f.option}`} is for the whole deployment and takes no node names`,
  },
  node_name_empty: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      `a node name is empty; name nodes in full, for example ${f.known[0] ?? 'node-1'}, or give none for all`,
  },
  node_pattern: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `${JSON.stringify(f.name)} is a pattern, and nodes are named in full, for example node-1 node-2`,
  },
  node_repeated: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `node ${f.name} is named twice; name each node once`,
  },
  node_skipped: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `node ${f.name}: vm_skip is true, so it is not a VM of ours`,
  },
  unknown_node: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      `no node is called ${JSON.stringify(f.name)}${f.nearest === null ? '' : `, did you mean ${f.nearest}`}`,
  },
  plan_changed: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `what would be done is not what was reviewed: ${planDifference(f)}; expected ${f.expected}, now ${f.actual}`,
    next: (f) => [f.next],
  },
  not_supported_yet: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      `${f.nodes.join(', ')}: ${f.variable} ${notYet.get(f.variable) ?? 'is valid, but this version cannot act on it yet'}`,
  },
} satisfies FailureTexts<PlanFailures>;

function withPaths(name: string, paths: readonly string[] = []): string {
  return paths.length === 0 ? name : `${name} (${paths.join(', ')})`;
}

/** For those that it would settle. */
function commandFor(
  command: string,
  { nodes, hindered }: { readonly nodes: readonly string[]; readonly hindered: readonly string[] },
): readonly NextCommand[] {
  const settled = nodes.filter((name) => !hindered.includes(name));
  return settled.length === 0 ? [] : [[command, ...settled]];
}

function hinderedBy(hindering: readonly string[]): string {
  return hindering.length === 0 ? '' : `, and ${hindering.join(', ')} cannot be as it is`;
}

/** Where it would be refused, the plan says why for every node. */
function wholeRecreate(hindering: readonly string[]): readonly NextCommand[] {
  return hindering.length === 0 ? [['recreate']] : [['plan']];
}

/** `recreate` reads the manifest; the commands that read none know only what `up` has applied. */
function unprotect({ command }: PlanFailures['node_protected']): string {
  return command === 'recreate'
    ? 'vm_protect: false, written out in the manifest, allows it'
    : 'vm_protect: false in the manifest, with the node put back into it where it is absent, and then up allow it';
}

/** Variables of which a part works already. */
const notYet = new Map([
  ['vm_image', 'names an image that this version cannot fetch yet; local images work, for example local-mini'],
  ['vm_network', '= bridge is valid, but this version cannot act on it yet; user works'],
]);
