import type { NodeName } from '../names.ts';
import type { Position } from '../position.ts';
import type { Envelope, PortForward, RuntimePolicy } from '../spec/envelope.ts';
import type { NodeSpec } from '../spec/node-spec.ts';

/** What a manifest asks for, complete and valid, before it is compared with anything. */
export interface ResolvedDeployment {
  readonly envelope: Envelope;
  readonly runtime: RuntimePolicy;
  /** `admin_ip` when it is written; without it the applied control node stays, at first the first managed host. */
  readonly adminAddress: string | null;
  /** Managed nodes in manifest order. */
  readonly nodes: readonly ResolvedNode[];
  /** Hosts with `vm_skip: true`: not ours. */
  readonly skipped: readonly { readonly name: NodeName; readonly address: string }[];
}

export interface ResolvedNode {
  /** Everything but the control flag, which depends on what is applied; see plan/assign-control.ts. */
  readonly spec: Omit<NodeSpec, 'control'>;
  /** Unhashed: a guard on our commands, nothing the guest sees. */
  readonly protect: boolean;
  /** True for `vm_protect: false` in so many words: a line that is not there takes no protection away from a disk. */
  readonly liftsProtection: boolean;
  /** Unhashed: can change while the VM runs. */
  readonly ports: readonly PortForward[];
  /** Path of the extra user data as written, or null; its digest is in the spec. */
  readonly userDataFile: string | null;
  /** True when the node or one of its groups names an image itself, false when it takes the default of `all.vars`. */
  readonly ownImage: boolean;
  /** Where the host key stands. */
  readonly at: Position;
}
