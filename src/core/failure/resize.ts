import type { NodeName } from '../names.ts';

/** A resize that is not what was asked for. */
export interface ResizeFailures {
  /** What was asked and what was seen stand in the record; running it again goes on from there. */
  resize_unfinished: {
    readonly node: NodeName;
    /** As the manifest calls it. */
    readonly variable: string;
    readonly asked: string;
    readonly seen: string;
    readonly detail: string;
    /** Whether stopping and starting the VM would do it; a QEMU that hears nobody can only be ended by force first. */
    readonly restart: 'helps' | 'does not help' | 'cannot be asked for';
  };
  /** A running VM whose record said that it was stopped, when the plan was made. */
  resize_needs_restart: { readonly node: NodeName };
}
