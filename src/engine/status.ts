import { guestWarnings } from '../core/guest/guest-warnings.ts';
import { owedNames } from '../core/guest/owed-names.ts';
import type { VmEnding } from '../core/qemu/vm-ending.ts';
import { ok, type Result } from '../core/result.ts';
import { isAdoptable, type Unregistered } from '../core/state/unregistered.ts';
import { untouched } from '../core/untouched.ts';
import type { Evidence } from '../core/recovery/evidence.ts';
import type { Deployment, NodeRecord, StateDocument } from '../core/state/document.ts';
import { selectNodes } from '../core/plan/select-nodes.ts';
import type { VmFacts } from '../ports/hypervisor.ts';
import { askGuests, type GuestQuestion } from './ask-guests.ts';
import type { EnginePorts } from './engine-ports.ts';
import { missingDisks } from './missing-disks.ts';
import { observeNodes } from './observe-nodes.ts';
import { endedUnasked, observedReason, observedState } from '../core/recovery/observed-state.ts';
import { readDocument } from './read-document.ts';
import { readUsable, type UsableDocument } from './read-usable.ts';
import { homePaths } from '../core/state/home-paths.ts';
import { recordedState } from '../core/state/recorded-state.ts';
import { resizeProgress } from '../core/state/resize-progress.ts';
import type { GuestAnswer, NodeStatus, StatusReport } from '../core/report/status-report.ts';
import { liveForwards } from '../core/state/live-forwards.ts';
import { shareTrouble } from './share-trouble.ts';
import { unknownFolders } from './unknown-folders.ts';
import { unregisteredDisks } from './unregistered-disks.ts';
import { unregisteredNodes } from './unregistered-nodes.ts';
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
  const read = await shownDocument(ports);
  if (!read.ok) return untouched(read);
  const { document, note, recorded } = read.value;
  const strays = await unregisteredNodes(ports, recorded);
  if (!strays.ok) return untouched(strays);
  const disks = await unregisteredDisks(ports, recorded);
  if (!disks.ok) return untouched(disks);
  const living = Object.values(document?.nodes ?? {}).filter((record) => record.life !== 'destroyed');
  // The record of a newer program does name them, as far as anybody can tell: they are no strays.
  const isNamed = (uuid: string | undefined): boolean =>
    read.value.standing === 'newer' && living.some((record) => record.uuid === uuid);
  const chosen = selectNodes(query.scope, { nodes: living, skipped: [] });
  if (!chosen.ok) return chosen;
  const records = living.filter((record) => chosen.value?.includes(record.name) ?? true);
  const evidence = await observeNodes(ports, records);
  const running = records.filter(({ uuid }) => evidence.get(uuid)?.kind === 'running');
  const answers = query.ask === undefined ? null : await askGuests(ports, { document, running, ...query.ask });
  const nodes = await Promise.all(
    records.map((record) =>
      nodeStatus(ports, document, {
        record,
        evidence: evidence.get(record.uuid),
        guest: answers?.get(record.uuid) ?? null,
      }),
    ),
  );
  return ok({
    deployment: deploymentStatus(document?.deployment ?? null, read.value),
    note: note ?? operationNote(document) ?? lostNote(strays.value.found),
    nodes,
    retained: document?.retained ?? [],
    unregistered: strays.value.found.filter(({ made }) => !isNamed(made?.uuid)),
    unregisteredDisks: disks.value,
  });
}

interface Shown extends Omit<UsableDocument, 'fromFolders'> {
  /** The newest record that reads, whatever is shown in its place; null when none does. */
  readonly recorded: StateDocument | null;
}

/** A record that does not read, or that is another home's, says nothing about what is here: then the node.json files do. */
async function shownDocument(ports: EnginePorts): Promise<Result<Shown>> {
  const first = await readDocument(ports);
  const recorded = first.ok ? first.value.document : null;
  if (!first.ok) {
    const usable = await readUsable(ports);
    return usable.ok ? ok({ ...usable.value, recorded }) : usable;
  }
  const standing = first.value.note === null ? 'recorded' : 'lost';
  const asIs = { ...first.value, recorded, standing, isDeploymentKnown: true } as const;
  const looked = await unknownFolders(ports, recorded);
  const usable = looked.ok && looked.value.isForeign ? await readUsable(ports) : null;
  if (usable?.ok !== true) return ok(asIs);
  const id = recorded?.deployment?.id ?? '';
  const note = `the record is of deployment ${id}, of which nothing is here; ${usable.value.note ?? ''}`;
  return ok({ ...usable.value, note, recorded });
}

function deploymentStatus(
  deployment: Deployment | null,
  { isDeploymentKnown }: Pick<Shown, 'isDeploymentKnown'>,
): StatusReport['deployment'] {
  if (deployment === null) return null;
  const { id, envelope, control } = deployment;
  const createdAt = isDeploymentKnown ? deployment.createdAt : null;
  return { id, createdAt, subnet: envelope.subnet, user: envelope.user, control };
}

function operationNote(document: StateDocument | null): string | null {
  const operation = document?.operation ?? null;
  if (operation === null) return null;
  const steps = operation.steps.filter((step) => step.state === 'running').map((step) => step.id);
  const at = steps.length === 0 ? '' : `, at ${steps.join(', ')}`;
  return `${operation.command} (operation ${operation.id}) has not ended${at}`;
}

function lostNote(found: readonly Unregistered[]): string | null {
  const names = found.filter(isAdoptable).flatMap(({ made }) => made?.name ?? []);
  if (names.length === 0) return null;
  const whom = names.length === 1 ? 'it' : 'them';
  return `no record names ${names.join(', ')}; recover --adopt takes ${whom} into the record again`;
}

const nothingKnown: Pick<StateDocument, 'deployment' | 'nodes'> = { deployment: null, nodes: {} };

async function nodeStatus(
  ports: EnginePorts,
  document: StateDocument | null,
  seen: {
    readonly record: NodeRecord;
    readonly evidence: Evidence | undefined;
    readonly guest: GuestAnswer | null;
  },
): Promise<NodeStatus> {
  const { record } = seen;
  const evidence = seen.evidence ?? neverAsked;
  const live = evidence.kind === 'running' ? await liveFacts(ports, record) : null;
  const ending = endedUnasked(record, evidence) ? endingOf(ports, record) : null;
  return {
    name: record.name,
    address: record.address,
    recorded: recordedState(record),
    observed: observedState(evidence),
    ended: endedWord(evidence, ending),
    reason: observedReason(record, evidence, { live, ending }),
    evidence,
    accelerator:
      record.machine === null ? null : { name: record.machine.accelerator, reason: record.machine.acceleratorReason },
    cpus: live?.cpus ?? record.spec.cpus,
    memoryBytes: live?.memoryBytes ?? record.spec.memoryBytes,
    image: record.spec.image,
    ssh:
      record.sshPort === null || (document?.deployment ?? null) === null
        ? null
        : { host: '127.0.0.1', port: record.sshPort, user: record.madeFor.envelope.user },
    ports: evidence.kind === 'running' ? liveForwards(record) : [],
    pid: evidence.kind === 'running' ? evidence.pid : null,
    resize: openResize(record),
    guest: seen.guest,
    warnings: [...(await missingDisks(ports, record)), ...warningsOf(ports, document, { record, evidence })],
  };
}

function warningsOf(
  ports: EnginePorts,
  document: StateDocument | null,
  { record, evidence }: { readonly record: NodeRecord; readonly evidence: Evidence },
): readonly string[] {
  const { sha256 } = ports.identifiers;
  const names = document === null ? null : owedNames(record, { document, sha256 });
  return [
    ...guestWarnings(record, document ?? nothingKnown),
    ...(names === null ? [] : [names]),
    ...(evidence.kind === 'running' ? shareTrouble(ports, record) : []),
  ];
}

function openResize(record: NodeRecord): NodeStatus['resize'] {
  // Of a node that is being destroyed nothing else can be finished.
  const sizes = record.life === 'committed' ? (resizeProgress(record) ?? []) : [];
  return sizes.length === 0 ? null : { sizes, next: ['resize', record.name] };
}

const neverAsked: Evidence = {
  kind: 'unknown',
  why: 'probe_unavailable',
  qmp: 'not_asked',
  process: 'not_asked',
  detail: 'not asked',
};

function endingOf({ hypervisor, layout }: EnginePorts, { folder, uuid }: NodeRecord): VmEnding {
  return hypervisor.ending({ logFile: layout.absolute(homePaths.qemuLog(folder)), sockets: layout.sockets(uuid) });
}

function endedWord(evidence: Evidence, ending: VmEnding | null): NodeStatus['ended'] {
  if (ending === null || evidence.kind !== 'not_running') return null;
  return evidence.why === 'other_boot' ? 'host_restarted' : ending.kind;
}

async function liveFacts(ports: EnginePorts, record: NodeRecord): Promise<VmFacts | null> {
  const facts = await ports.hypervisor.inspectVm(vmTarget(ports.layout, record));
  return facts.ok ? facts.value : null;
}
