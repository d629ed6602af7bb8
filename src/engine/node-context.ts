import type { WantedLab } from '../core/guest/wanted-lab.ts';
import type { NodeName, Uuid } from '../core/names.ts';
import type { AcceleratorReport, HostFeatures } from '../core/qemu/host-features.ts';
import type { PortForward } from '../core/spec/envelope.ts';
import { findLife } from '../core/state/find-life.ts';
import type { Deployment, NodeRecord } from '../core/state/document.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { Ledger } from './ledger.ts';

/** What the steps of one node work with. */
export interface NodeContext {
  readonly ports: EnginePorts;
  readonly ledger: Ledger;
  readonly name: NodeName;
  /** The life that the step under way acts on; null outside of one, and then the node's own is meant. */
  readonly life: Uuid | null;
  /** What preflight found; null for commands that start nothing. */
  readonly host: HostFindings | null;
  /** What its guest is told about the lab; null for what was applied. */
  readonly lab: WantedLab | null;
  readonly forwards: readonly PortForward[];
  /** User-data files that the command was given, by their SHA-256. */
  readonly userData: ReadonlyMap<string, Uint8Array>;
  readonly signal: AbortSignal;
}

export interface HostFindings {
  readonly features: HostFeatures;
  readonly accelerator: AcceleratorReport;
  /** Which folder each source of a share was, by its path; one that could not be served then is left out. */
  readonly shareSources: ReadonlyMap<string, string>;
}

/** The life that is worked on as the last commit left it. Precondition: the operation has opened, so the record exists. */
export function recordOf(context: Pick<NodeContext, 'ledger' | 'name' | 'life'>): NodeRecord {
  const { name: node, life: uuid } = context;
  const { document } = context.ledger;
  const record = uuid === null ? document.nodes[node] : findLife(document, { node, uuid });
  if (record === undefined) throw new Error(`no record of node ${context.name}`);
  return record;
}

/** Precondition: as for the record, a node never stands without its deployment. */
export function deploymentOf(context: Pick<NodeContext, 'ledger'>): Deployment {
  const { deployment } = context.ledger.document;
  if (deployment === null) throw new Error('no deployment');
  return deployment;
}
