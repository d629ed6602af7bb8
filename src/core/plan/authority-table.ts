import type { GrantKind } from './grant.ts';
import type { Outcome } from './plan.ts';

/** Commands that act on a plan; `recreate` is two, because the whole deployment together may do what one node may not. */
export type PlannedAction = 'up' | 'reload' | 'resize' | 'recreate nodes' | 'recreate whole';

export type Refusal =
  | 'not_created'
  | 'resize_required'
  | 'recreate_required'
  | 'nodes_removed'
  | 'envelope_changed'
  | 'whole_recreate_required';

export type Authority =
  | { readonly grant: Extract<GrantKind, 'create' | 'converge' | 'restart' | 'resize' | 'recreate'> }
  | { readonly refuse: Refusal }
  | { readonly nothing: 'to do' };

const create = { grant: 'create' } as const;
const converge = { grant: 'converge' } as const;
const restart = { grant: 'restart' } as const;
const resize = { grant: 'resize' } as const;
const recreate = { grant: 'recreate' } as const;
const nothing = { nothing: 'to do' } as const;

/** What a command may do with each outcome: the whole answer, and the only one. */
export const authorityTable = {
  up: {
    create,
    unchanged: converge,
    resize: { refuse: 'resize_required' },
    recreate: { refuse: 'recreate_required' },
    missing: { refuse: 'nodes_removed' },
    'envelope-drift': { refuse: 'envelope_changed' },
  },
  reload: {
    create: { refuse: 'not_created' },
    unchanged: restart,
    resize: { refuse: 'resize_required' },
    recreate: { refuse: 'recreate_required' },
    missing: { refuse: 'nodes_removed' },
    'envelope-drift': { refuse: 'envelope_changed' },
  },
  resize: {
    create: { refuse: 'not_created' },
    unchanged: nothing,
    resize,
    recreate: { refuse: 'recreate_required' },
    missing: { refuse: 'nodes_removed' },
    'envelope-drift': { refuse: 'envelope_changed' },
  },
  'recreate nodes': {
    create: { refuse: 'not_created' },
    unchanged: recreate,
    resize: recreate,
    recreate,
    missing: { refuse: 'nodes_removed' },
    'envelope-drift': { refuse: 'whole_recreate_required' },
  },
  'recreate whole': {
    create,
    unchanged: recreate,
    resize: recreate,
    recreate,
    missing: { refuse: 'nodes_removed' },
    'envelope-drift': recreate,
  },
} as const satisfies { readonly [A in PlannedAction]: { readonly [O in Outcome]: Authority } };
