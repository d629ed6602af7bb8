import type { FailureTexts } from '../failure-class.ts';
import type { PlanFailures } from '../failure/plan.ts';

export const planTexts = {
  resize_required: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `${f.nodes.join(', ')}: size differs from what runs, and up never resizes`,
    next: (f) => [['resize', ...f.nodes]],
  },
  recreate_required: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `${f.nodes.join(', ')}: differs in a way that needs a new root disk`,
    next: (f) => [['recreate', ...f.nodes]],
  },
  nodes_removed: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `${f.nodes.join(', ')}: exists but is not in the manifest any more; put it back or destroy it`,
    next: (f) => [['destroy', ...f.nodes]],
  },
  envelope_changed: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `the whole deployment differs in ${f.paths.join(', ')}: ${f.nodes.join(', ')} would all be replaced`,
    next: () => [['recreate']],
  },
  whole_recreate_required: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `${f.nodes.join(', ')}: what all nodes share has changed, so they can only be recreated together`,
    next: () => [['recreate']],
  },
  not_created: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `${f.nodes.join(', ')}: not created yet`,
    next: (f) => [['up', ...f.nodes]],
  },
  address_taken: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `node ${f.node}: address ${f.address} belongs to ${f.holder} until that is destroyed`,
    next: (f) => [['destroy', f.holder]],
  },
  node_protected: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `${f.nodes.join(', ')}: vm_protect is set, and ${f.command} leaves protected nodes alone`,
  },
  unknown_node: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `no node is called ${JSON.stringify(f.name)}${f.nearest === null ? '' : `, did you mean ${f.nearest}`}`,
  },
  plan_changed: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `the plan is not the one that was reviewed: expected ${f.expected}, now ${f.actual}`,
    next: () => [['plan']],
  },
  not_supported_yet: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `${f.nodes.join(', ')}: ${f.variable} is valid, but this version cannot act on it yet`,
  },
} satisfies FailureTexts<PlanFailures>;
