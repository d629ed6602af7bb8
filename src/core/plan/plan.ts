import type { NextCommand } from '../failure-class.ts';
import type { NodeName, SpecHash, Uuid } from '../names.ts';
import type { Envelope, PortForward, RuntimePolicy } from '../spec/envelope.ts';
import type { NodeSpec } from '../spec/node-spec.ts';
import type { NodeRecord } from '../state/document.ts';
import type { Obstacle } from './obstacle.ts';

export type Outcome = 'create' | 'unchanged' | 'resize' | 'recreate' | 'missing' | 'envelope-drift';

/** Where the desired state came from. */
export type PlanSource =
  | { readonly kind: 'file'; readonly path: string; readonly sha256: string }
  | { readonly kind: 'stdin'; readonly sha256: string }
  /** No manifest was found and the applied specs stand in for it. */
  | { readonly kind: 'applied' };

/** One differing field, with JSON values as the manifest's words would show them; null for a side that has none. */
export interface Change {
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** A change with what it needs: a new VM, another size of this one, or only the record, which `up` brings by itself. */
export interface JudgedChange extends Change {
  readonly needs: 'recreate' | 'resize' | 'record';
}

/** What the resolving command would do to this node. */
export interface Effects {
  /** A VM that does not run would be started. */
  readonly starts: boolean;
  /** The VM would be stopped and started. */
  readonly restarts: boolean;
  /** Artifacts whose bytes would be replaced, for example `root disk`, `disk /data`. */
  readonly replaces: readonly string[];
  /** Artifacts that would be deleted and not made anew. */
  readonly removes: readonly string[];
  /** Artifacts that would be kept where they are. */
  readonly keeps: readonly string[];
  /** Disks that would be kept without a node: the new VM has none at their paths, or another one. */
  readonly setsAside: readonly string[];
  /** Disks that were kept without a node and would be attached again, with their files below the home. */
  readonly attaches: readonly string[];
  /** Artifacts that would be made where there was none; disks among them are empty. */
  readonly makes: readonly string[];
  /** The running control node, which would be told the new host key of this node; null where there is none to tell. */
  readonly introducedTo: NodeName | null;
}

/** A node as the manifest wants it, with the control flag assigned and the hash over it. */
export interface DesiredNode {
  readonly spec: NodeSpec;
  readonly specHash: SpecHash;
  readonly protect: boolean;
  /** The manifest takes a protection away in so many words. */
  readonly liftsProtection: boolean;
  readonly ports: readonly PortForward[];
  readonly userDataFile: string | null;
  /** Place in the manifest, from 0, whatever the scope; unhashed, so that a host added above moves nothing. */
  readonly order: number;
}

/** The life that a plan found recorded for a node; a destroyed one counts as none. */
export interface CommittedNode {
  readonly uuid: Uuid;
  readonly life: Exclude<NodeRecord['life'], 'destroyed'>;
}

export interface PlanNode {
  readonly name: NodeName;
  readonly address: string;
  readonly outcome: Outcome;
  readonly changes: readonly JudgedChange[];
  readonly effects: Effects;
  /** Why the command that would settle this node is refused; empty where none is. */
  readonly obstacles: readonly Obstacle[];
  /** The words after `paddock` that settle this node, or null where it is settled or no command of this version can. */
  readonly next: readonly string[] | null;
  /** Fields that `next` leaves as they are and `up` brings after it: a resize agrees to sizes alone. */
  readonly leaves: readonly string[];
  /** True when `up` has nothing to do or to record for it. */
  readonly settled: boolean;
  /** Null when nothing exists. */
  readonly committed: CommittedNode | null;
  /** Null for `missing`. */
  readonly desired: DesiredNode | null;
}

/** A desired address that another committed node holds until it is destroyed or recreated elsewhere. */
export interface TakenAddress {
  readonly node: NodeName;
  readonly address: string;
  readonly holder: NodeName;
  /** What frees it: the holder is wanted no more, or has moved in the manifest. */
  readonly freedBy: 'destroy' | 'recreate';
  /** The words after `paddock` that free it; null where they would be refused. */
  readonly next: readonly string[] | null;
}

/** A name or alias that a node is to answer to while another committed node still does. */
export interface HeldName {
  readonly node: NodeName;
  readonly name: string;
  readonly holder: NodeName;
  /** What frees it: the holder is wanted no more, or the manifest gives it other names. */
  readonly freedBy: 'destroy' | 'apply';
  /** The commands that hand it over, in order; empty where the manifest has to say something else first. */
  readonly next: readonly NextCommand[];
}

/** A refusal that the plan already foresees for `up`. */
export interface Blocked {
  readonly reason: string;
  readonly nodes: readonly string[];
  readonly message: string;
  readonly next: readonly (readonly string[])[];
}

/** Desired × applied × committed, as a value. Everything that a command does is read from here. */
export interface Plan extends PlannedDeployment {
  /** Lower-case hex SHA-256 over what would be done; equal hashes mean equal effects. */
  readonly planHash: string;
  readonly blocked: readonly Blocked[];
}

/** The plan before it is hashed and judged. */
export interface PlannedDeployment {
  readonly source: PlanSource;
  readonly envelope: Envelope;
  readonly runtime: RuntimePolicy;
  /** Differences that concern every committed node; empty while none exists. */
  readonly drift: readonly Change[];
  readonly control: NodeName | null;
  /** Names chosen on the command line, or null for all. */
  readonly scope: readonly NodeName[] | null;
  /** In manifest order, then the missing ones in the order of their addresses. */
  readonly nodes: readonly PlanNode[];
  readonly takenAddresses: readonly TakenAddress[];
  readonly heldNames: readonly HeldName[];
  /** Nodes, inside the scope or not, for which the whole deployment cannot be recreated. */
  readonly hindering: readonly NodeName[];
}
