import { guestWarnings } from '../core/guest/guest-warnings.ts';
import { ok, type Result } from '../core/result.ts';
import type { Evidence } from '../core/recovery/evidence.ts';
import type { Deployment, NodeRecord, StateDocument } from '../core/state/document.ts';
import { selectNodes } from '../core/plan/select-nodes.ts';
import type { VmFacts } from '../ports/hypervisor.ts';
import { askGuests, type GuestQuestion } from './ask-guests.ts';
import type { EnginePorts } from './engine-ports.ts';
import { observeNodes } from './observe-nodes.ts';
import { observedReason, observedState } from '../core/recovery/observed-state.ts';
import { readDocument } from './read-document.ts';
import { readUsable } from './read-usable.ts';
import { recordedState } from '../core/state/recorded-state.ts';
import { resizeProgress } from '../core/state/resize-progress.ts';
import type { GuestAnswer, NodeStatus, StatusReport } from '../core/report/status-report.ts';
import { liveForwards } from '../core/state/live-forwards.ts';
import { shareTrouble } from './share-trouble.ts';
import { unregisteredFolders } from './unregistered-nodes.ts';
import { vmTarget } from './vm-target.ts';

export interface StatusQuery {
  readonly scope: readonly string[] | null;
  /** Called off by its signal; without it no guest is asked anything. */
  readonly ask?: GuestQuestion;
}

/**
 * What is recorded and what is seen, side by side. Takes no lock and writes nothing; a damaged newest document shows the
 * last good one and says so. Guests are asked only on request, and then a clock that is off is moved.
 */
export async function status(ports: EnginePorts, query: StatusQuery): Promise<Result<StatusReport>> {
  const first = await readDocument(ports);
  const read = first.ok ? first : await readUsable(ports);
  if (!read.ok) return read;
  const { document, note } = read.value;
  const folders = await unregisteredFolders(ports, document);
  if (!folders.ok) return folders;
  const living = Object.values(document?.nodes ?? {}).filter((record) => record.life !== 'destroyed');
  const chosen = selectNodes(query.scope, { nodes: living, skipped: [] });
  if (!chosen.ok) return chosen;
  const records = living.filter((record) => chosen.value?.includes(record.name) ?? true);
  const evidence = await observeNodes(ports, records);
  const running = records.filter(({ uuid }) => evidence.get(uuid)?.kind === 'running');
  const answers = query.ask === undefined ? null : await askGuests(ports, { document, running, ...query.ask });
  const nodes = await Promise.all(
    records.map((record) =>
      nodeStatus(ports, document ?? nothingKnown, {
        record,
        evidence: evidence.get(record.uuid),
        guest: answers?.get(record.uuid) ?? null,
      }),
    ),
  );
  return ok({
    deployment: deploymentStatus(document?.deployment ?? null),
    note: note ?? operationNote(document),
    nodes,
    retained: document?.retained ?? [],
    unregistered: folders.value,
  });
}

function deploymentStatus(deployment: Deployment | null): StatusReport['deployment'] {
  if (deployment === null) return null;
  const { id, createdAt, envelope, control } = deployment;
  return { id, createdAt, subnet: envelope.subnet, user: envelope.user, control };
}

function operationNote(document: StateDocument | null): string | null {
  const operation = document?.operation ?? null;
  if (operation === null) return null;
  const steps = operation.steps.filter((step) => step.state === 'running').map((step) => step.id);
  const at = steps.length === 0 ? '' : `, at ${steps.join(', ')}`;
  return `${operation.command} (operation ${operation.id}) has not ended${at}`;
}

const nothingKnown: Pick<StateDocument, 'deployment' | 'nodes'> = { deployment: null, nodes: {} };

async function nodeStatus(
  ports: EnginePorts,
  document: Pick<StateDocument, 'deployment' | 'nodes'>,
  seen: {
    readonly record: NodeRecord;
    readonly evidence: Evidence | undefined;
    readonly guest: GuestAnswer | null;
  },
): Promise<NodeStatus> {
  const { record } = seen;
  const evidence = seen.evidence ?? neverAsked;
  const live = evidence.kind === 'running' ? await liveFacts(ports, record) : null;
  return {
    name: record.name,
    address: record.address,
    recorded: recordedState(record),
    observed: observedState(evidence),
    reason: observedReason(record, evidence),
    evidence,
    accelerator:
      record.machine === null ? null : { name: record.machine.accelerator, reason: record.machine.acceleratorReason },
    cpus: live?.cpus ?? record.spec.cpus,
    memoryBytes: live?.memoryBytes ?? record.spec.memoryBytes,
    image: record.spec.image,
    ssh:
      record.sshPort === null || document.deployment === null
        ? null
        : { host: '127.0.0.1', port: record.sshPort, user: record.madeFor.envelope.user },
    ports: evidence.kind === 'running' ? liveForwards(record) : [],
    pid: evidence.kind === 'running' ? evidence.pid : null,
    resize: openResize(record),
    guest: seen.guest,
    warnings: [...guestWarnings(record, document), ...(evidence.kind === 'running' ? shareTrouble(ports, record) : [])],
  };
}

function openResize(record: NodeRecord): NodeStatus['resize'] {
  const sizes = resizeProgress(record) ?? [];
  return sizes.length === 0 ? null : { sizes, next: ['resize', record.name] };
}

const neverAsked: Evidence = {
  kind: 'unknown',
  why: 'probe_unavailable',
  qmp: 'not_asked',
  process: 'not_asked',
  detail: 'not asked',
};

async function liveFacts(ports: EnginePorts, record: NodeRecord): Promise<VmFacts | null> {
  const facts = await ports.hypervisor.inspectVm(vmTarget(ports.layout, record));
  return facts.ok ? facts.value : null;
}
