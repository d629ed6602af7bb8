import type { NodeName } from '../names.ts';

/** Stands where an action needs a node and concerns none. No node can be called that, so no step of one is taken for it. */
export const noNode = '-' as NodeName;
