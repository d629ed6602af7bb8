import { knowsPeer } from '../core/guest/told-peers.ts';
import { takesIntroductions } from '../core/guest/takes-introductions.ts';
import type { NodeName } from '../core/names.ts';
import { controlOf } from '../core/plan/control-of.ts';
import { introductionActions } from '../core/plan/introduction-actions.ts';
import type { NodeRecord } from '../core/state/document.ts';
import { stepsOf } from '../core/state/new-operation.ts';
import { partOutputs } from '../core/state/part-outputs.ts';
import type { NodeNeed } from './assess-plan.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { Ledger } from './ledger.ts';
import type { NodeWork } from './operate.ts';
import type { PlanRun } from './run-plan.ts';

interface Making {
  readonly run: PlanRun;
  /** The records of what begins here: nodes, and new lives of nodes. */
  readonly begun: ReadonlyMap<NodeName, NodeRecord>;
}

/**
 * The step with which a command that gives peers other host keys tells the control node of them, when all else is done;
 * null where it will know them without that. One that is stopped is left to its next start, with a warning.
 */
export function introductionWork(ports: EnginePorts, ledger: Ledger, { run, begun }: Making): NodeWork | null {
  const { request, prepared } = run;
  const { deployment, nodes } = ledger.document;
  const name = controlOf(prepared.plan, deployment);
  if (deployment === null || name === null || deployment.control !== name || request.wait !== 'ready') return null;
  const own = prepared.needs.find((node) => node.name === name);
  const control = own?.need === 'replace' ? (own.others.coming ?? begun.get(name)) : nodes[name];
  if (control === undefined) return null;
  const isSetUpHere = own !== undefined && own.need !== 'nothing' && own.need !== 'forward';
  const peers = prepared.needs
    .filter((node) => node.name !== name && (isSetUpHere ? node.need === 'replace' : !isKnown(control, node)))
    .map((node) => node.name);
  const actions = introductionActions(prepared.grants, { control, peers });
  const hears = isSetUpHere ? 'now' : takesIntroductions(control, deployment);
  if (actions.length > 0 && hears === 'stopped') {
    const text = `it is stopped: it hears of ${peers.join(', ')} when it starts`;
    ports.events.emit({ kind: 'warning', node: name, text });
  }
  if (actions.length === 0 || hears !== 'now') return null;
  const host = prepared.findings?.host ?? null;
  const context = { ports, ledger, name, host, life: null, lab: null, forwards: [], userData: new Map() };
  return { context: { ...context, signal: request.signal }, steps: stepsOf(actions) };
}

/**
 * Whoever is set up here is told the keys of new nodes, which are made before any guest is; a replaced one changes its later,
 * and one whose creation goes on may have none yet.
 */
function isKnown(control: NodeRecord, { need, record }: NodeNeed): boolean {
  if (need === 'replace' || record === null) return false;
  const hasKey = typeof partOutputs(record, 'host_key')['publicKey'] === 'string';
  return (hasKey || need !== 'create') && knowsPeer(control, record);
}
