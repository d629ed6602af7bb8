import pLimit from 'p-limit';
import type { NodeName } from '../core/names.ts';
import type { ActionKind } from '../core/plan/action.ts';
import { type Failed, ok, type Result } from '../core/result.ts';
import type { ComingLife, Deployment, NodeRecord, StateDocument } from '../core/state/document.ts';
import { closeOperation, operationResult } from '../core/state/close-operation.ts';
import { untouched } from '../core/untouched.ts';
import { openOperation } from '../core/state/open-operation.ts';
import type { Operation } from '../core/state/operation.ts';
import type { EnginePorts } from './engine-ports.ts';
import { executeNode, type NodeRun, type NodeStep } from './execute-node.ts';
import { introduce } from './introduce.ts';
import type { Ledger } from './ledger.ts';
import type { NodeContext } from './node-context.ts';
import { resetDamaged } from './reset-damaged.ts';
import { headOf, runHeads } from './run-heads.ts';
import { type Undo, undone } from './undone.ts';

/** Nodes worked on at once: more would only share the same cores and disk. */
const nodesAtOnce = 4;

export interface NodeWork {
  readonly context: NodeContext;
  readonly steps: readonly NodeStep[];
  /** Index of the step before which the nodes that have one wait for each other. */
  readonly waitsAt?: number;
  /** What takes the work back when it did not get to its end, from the document that it left. */
  readonly undo?: Undo;
}

export interface OperationWork {
  readonly operation: Operation;
  readonly deployment: Deployment | null;
  readonly created: readonly NodeRecord[];
  readonly coming?: readonly ComingLife[];
  /** What else becomes true with the opening, in the same commit. */
  readonly opening?: (document: StateDocument) => StateDocument;
  /** Our own resolved fields, kept so that the operation can be run again from what it was given; null with no manifest. */
  readonly keptInputs: string | null;
  readonly nodes: readonly NodeWork[];
  /** Work for the deployment as a whole: one after the other, and only when every node is done. */
  readonly last?: readonly NodeWork[];
  /** What the control node is told when the others are done, however they went; null where there is nothing to tell. */
  readonly introduction?: NodeWork | null;
  /** What the end of the operation records besides its end, from how its nodes went. */
  readonly settle: (document: StateDocument, runs: ReadonlyMap<NodeName, NodeRun>) => StateDocument;
  readonly signal: AbortSignal;
}

export interface OperationEnd {
  readonly operation: Operation;
  readonly runs: ReadonlyMap<NodeName, NodeRun>;
}

/**
 * Records the operation, runs its nodes side by side, and closes it. If the caller dies inside, the open operation with
 * the state of every step is the record of what was going on. Fails only when that record itself cannot be written.
 */
export async function operate(ports: EnginePorts, ledger: Ledger, work: OperationWork): Promise<Result<OperationEnd>> {
  const opened = await ledger.commit((document) => {
    const begun = openOperation(document, work);
    return work.opening === undefined ? begun : work.opening(begun);
  });
  if (!opened.ok) {
    await ledger.release();
    return untouched(opened);
  }
  const { operation } = work;
  ports.events.emit({
    kind: 'operation_opened',
    operationId: operation.id,
    command: operation.command,
    nodes: operation.scope,
  });
  if (work.keptInputs !== null) {
    const kept = await ports.store.keepInputs(operation, { manifestText: work.keptInputs, owner: ledger.token });
    if (!kept.ok && !isFenced(kept))
      ports.events.emit({ kind: 'warning', node: null, text: 'the inputs of this operation could not be kept' });
  }
  const runs = await runNodes(work);
  return close(ports, ledger, { work, runs });
}

async function runNodes(work: OperationWork): Promise<ReadonlyMap<NodeName, NodeRun>> {
  const limit = pLimit(nodesAtOnce);
  const runs = new Map<NodeName, NodeRun>();
  const heads = await runHeads(work.nodes, limit);
  await Promise.all(work.nodes.map((node) => limit(() => runNode(node, runs, heads.get(node.context.name)))));
  for (const node of work.last ?? []) {
    if ([...runs.values()].some((run) => run.stage !== null)) break;
    await runNode(node, runs);
  }
  if (work.introduction !== undefined && work.introduction !== null) await introduce(work.introduction, runs);
  return runs;
}

/** `head` is what was run of it already. */
async function runNode(node: NodeWork, runs: Map<NodeName, NodeRun>, head?: NodeRun): Promise<void> {
  const { context, steps, undo } = node;
  const isOver = head !== undefined && head.stage !== null;
  const ran = isOver ? head : await executeNode(context, steps.slice(head === undefined ? 0 : headOf(node)));
  const run = await undone(context, await resetDamaged(context, ran, steps), undo);
  runs.set(context.name, run);
  reportEnd(node, run);
}

/** What a node is when the step that it ends with is complete; a step of the whole deployment ends no node. */
const endings: { readonly [K in ActionKind]?: 'ready' | 'running' | 'stopped' | 'resized' | 'destroyed' } = {
  set_up_guest: 'ready',
  start_vm: 'running',
  stop_vm: 'stopped',
  plug_cpus: 'resized',
  set_memory: 'resized',
  grow_root_disk: 'resized',
  grow_data_disk: 'resized',
  grow_guest_disks: 'resized',
  remove_node_record: 'destroyed',
  remove_other_life: 'ready',
};

function reportEnd({ context, steps }: NodeWork, run: NodeRun): void {
  const { events } = context.ports;
  for (const each of run.failures) events.emit({ kind: 'node_failed', node: context.name, failure: each });
  const last = steps.at(-1)?.action.kind;
  const result = last === undefined || run.stage !== null ? undefined : endings[last];
  if (result !== undefined) events.emit({ kind: 'node_finished', node: context.name, result, detail: null });
}

async function close(
  ports: EnginePorts,
  ledger: Ledger,
  end: { readonly work: OperationWork; readonly runs: ReadonlyMap<NodeName, NodeRun> },
): Promise<Result<OperationEnd>> {
  const { work, runs } = end;
  const at = ports.clock.now();
  const open = ledger.document.operation ?? work.operation;
  const status = operationResult(open, { cancelled: [...runs.values()].some((run) => run.interrupted) });
  const closed: Operation = { ...open, status, endedAt: at };
  // The archive is written first: a crash in between leaves an operation that is still open, never one that is lost.
  const archived = await ports.store.archive(closed, { whenFull: ledger.whenFull, owner: ledger.token });
  if (!archived.ok && !isFenced(archived)) {
    ports.events.emit({ kind: 'warning', node: null, text: 'the closed operation could not be put on file' });
  }
  // Asked for in one turn, so that the end of the operation and of the ownership are one commit.
  const [ended, released] = await Promise.all([
    ledger.commit((document) => closeOperation(work.settle(document, runs), { status, at })),
    ledger.release(),
  ]);
  if (!ended.ok) return ended;
  ports.events.emit({ kind: 'operation_closed', operationId: open.id, status });
  return released.ok ? ok({ operation: closed, runs }) : released;
}

/** The next commit says so. */
function isFenced({ failures }: Failed): boolean {
  return failures.some(({ reason }) => reason === 'fenced');
}
