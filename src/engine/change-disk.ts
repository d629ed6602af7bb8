import { displaySize } from '../core/display-size.ts';
import { diskAction, type DiskCommand } from '../core/plan/authorize-disk.ts';
import type { NodeReport, OperationReport } from '../core/report/operation-report.ts';
import { ok, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import { newOperation, stepsOf } from '../core/state/new-operation.ts';
import { untouched } from '../core/untouched.ts';
import { askFirst } from './ask-first.ts';
import type { EnginePorts } from './engine-ports.ts';
import { type FenceRequest, takeFence } from './fence.ts';
import type { Ledger } from './ledger.ts';
import { mayYetPass } from './may-yet-pass.ts';
import { nodeReport, operationFacts } from './node-report.ts';
import { noDeployment } from './no-deployment.ts';
import { operate, type OperationEnd } from './operate.ts';
import { type DiskRequest, reviewDisk, type ReviewedDisk } from './review-disk.ts';
import { settleInterrupted } from './settle-interrupted.ts';
import { requireOwnDocument } from './unregistered-nodes.ts';

interface DiskChange {
  readonly command: DiskCommand;
  readonly request: DiskRequest;
}

/** Brings back what a snapshot of a data disk holds, at the size that the disk has now, and keeps what is on it. Asks first. */
export function restoreDisk(ports: EnginePorts, request: DiskRequest): Promise<Result<OperationReport>> {
  return changeDisk(ports, { command: 'disk restore', request });
}

/** Deletes a snapshot and the bytes that only it holds; the disk itself stays as it is. Asks first. */
export function deleteDiskSnapshot(ports: EnginePorts, request: DiskRequest): Promise<Result<OperationReport>> {
  return changeDisk(ports, { command: 'disk delete-snapshot', request });
}

async function changeDisk(ports: EnginePorts, change: DiskChange): Promise<Result<OperationReport>> {
  const read = await ports.store.read();
  if (!read.ok) return untouched(read);
  const document = read.value;
  const own = await requireOwnDocument(ports, document);
  if (!own.ok) return untouched(own);
  if (document === null) return noDeployment(ports, change.command);
  // It may have done the very thing that would be refused now: what is reviewed and asked about is what it left.
  if (isInterrupted(ports, document)) return settleFirst(ports, change);
  const reviewed = await reviewDisk(ports, document, change);
  if (!reviewed.ok) {
    const waits = change.request.yes && (await mayYetPass(ports, document, reviewed));
    return waits ? takeTurn(ports, change) : untouched(reviewed);
  }
  const asked = await confirm(ports, change, reviewed.value);
  return asked.ok ? takeTurn(ports, change) : asked;
}

/** An interrupted operation gets its end from whichever command comes next, one that is refused or declined among them. */
async function settleFirst(ports: EnginePorts, change: DiskChange): Promise<Result<OperationReport>> {
  const ledger = await takeFence(ports, fenceOf(change));
  if (!ledger.ok) return untouched(ledger);
  const settled = await settleInterrupted(ports, ledger.value, change.command);
  const released = await ledger.value.release();
  if (!settled.ok) return untouched(settled);
  return released.ok ? changeDisk(ports, change) : released;
}

function isInterrupted({ processes }: Pick<EnginePorts, 'processes'>, { operation, fence }: StateDocument): boolean {
  return operation !== null && (fence.owner === null || processes.judge(fence.owner.identity) === 'gone');
}

async function confirm(
  ports: EnginePorts,
  { command, request }: DiskChange,
  reviewed: ReviewedDisk,
): Promise<Result<void>> {
  if (request.yes) return ok(undefined);
  const { node, path, snapshot } = request;
  const confirmed = [...command.split(' '), node, path, snapshot, '--yes'];
  return askFirst(ports, { command, lines: changeLines(command, reviewed), expected: node, confirmed });
}

async function takeTurn(ports: EnginePorts, change: DiskChange): Promise<Result<OperationReport>> {
  const ledger = await takeFence(ports, fenceOf(change));
  return ledger.ok ? underFence(ports, ledger.value, change) : untouched(ledger);
}

function fenceOf({ command, request }: DiskChange): FenceRequest {
  return { command: `${command} ${request.node}`, signal: request.signal };
}

/** What goes and what stays, for the person who is asked. */
function changeLines(command: DiskCommand, { disk, snapshot, before }: ReviewedDisk): readonly string[] {
  const { record, spec, part } = disk;
  const size = part.outputs['virtualSizeBytes'];
  const taken = `${snapshot.name}, taken ${snapshot.takenAt.slice(0, 16).replace('T', ' ')} UTC`;
  return [
    `disk ${spec.path} of ${record.name}, ${displaySize(typeof size === 'number' ? size : spec.sizeBytes)}`,
    ...(command === 'disk restore'
      ? [`  replaces what is on it by the snapshot ${taken}`, `  keeps    what is on it now, as the snapshot ${before}`]
      : [`  deletes  the snapshot ${taken}, and what only it holds`, '  keeps    what is on it now']),
  ];
}

async function underFence(ports: EnginePorts, ledger: Ledger, change: DiskChange): Promise<Result<OperationReport>> {
  const { command, request } = change;
  const settled = await settleInterrupted(ports, ledger, command);
  const reviewed = settled.ok ? await reviewDisk(ports, ledger.document, change) : settled;
  if (!reviewed.ok) {
    await ledger.release();
    return untouched(reviewed);
  }
  const { disk, snapshot, before } = reviewed.value;
  const { name } = disk.record;
  const steps = stepsOf([diskAction(disk, { snapshot: snapshot.name, before })]);
  const { signal } = request;
  const end = await operate(ports, ledger, {
    operation: newOperation({
      ...{ id: ports.identifiers.uuid(), command, startedAt: ports.clock.now(), scope: [name], steps },
      ...{ manifest: null, planHash: null },
    }),
    deployment: null,
    created: [],
    keptInputs: null,
    nodes: [
      {
        context: { ports, ledger, name, life: null, host: null, lab: null, forwards: [], userData: new Map(), signal },
        steps,
      },
    ],
    settle: (document) => document,
    signal,
  });
  return end.ok ? ok(report(ledger, change, { name, end: end.value })) : end;
}

const done = { 'disk restore': 'restored', 'disk delete-snapshot': 'snapshot_deleted' } as const satisfies {
  readonly [C in DiskCommand]: NodeReport['action'];
};

function report(
  { document }: Ledger,
  { command }: DiskChange,
  { name, end }: { readonly name: ReviewedDisk['disk']['record']['name']; readonly end: OperationEnd },
): OperationReport {
  const record = document.nodes[name];
  const run = end.runs.get(name) ?? null;
  const nodes =
    record === undefined ? [] : [nodeReport(record, { outcome: null, action: done[command], document, run })];
  return { ...operationFacts(end.operation, end.runs), nodes, retained: [] };
}
