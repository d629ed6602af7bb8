import type { ActionKind } from '../../core/plan/action.ts';
import type { ImageFacts } from '../../core/qemu/image-facts.ts';
import type { FileEvidence } from '../../core/recovery/step-evidence.ts';
import { findLife } from '../../core/state/find-life.ts';
import type { NodeRecord, StateDocument } from '../../core/state/document.ts';
import { homePaths } from '../../core/state/home-paths.ts';
import { nodeRecordText } from '../../core/state/node-record-text.ts';
import type { StepRecord } from '../../core/state/operation.ts';
import type { Hypervisor } from '../../ports/hypervisor.ts';
import type { Layout } from '../../ports/layout.ts';
import type { FileLook, NodeFiles } from '../../ports/node-files.ts';

/** All that a look at files may reach. */
export interface FilePorts {
  readonly layout: Layout;
  readonly nodeFiles: Pick<NodeFiles, 'look' | 'readHostKey'>;
  readonly hypervisor: Pick<Hypervisor, 'inspectImage'>;
}

interface Looking {
  readonly ports: FilePorts;
  readonly document: StateDocument;
  readonly step: StepRecord;
  /** Null when no record of that life is there. */
  readonly record: NodeRecord | null;
}

type Look = (looking: Looking) => Promise<FileEvidence>;

/** What stands where this step makes or removes a file. Precondition: the step is of that nature. */
export function fileEvidence(ports: FilePorts, document: StateDocument, step: StepRecord): Promise<FileEvidence> {
  const record = findLife(document, step.action) ?? null;
  const look: Look | undefined = looks[step.action.kind];
  if (look === undefined) throw new Error(`${step.action.kind} is no step on a file`);
  return look({ ports, document, step, record });
}

const looks: { readonly [K in ActionKind]?: Look } = {
  write_node_record: lookAtRecord,
  create_host_key: lookAtKey,
  create_root_disk: (looking) =>
    lookAtImage(looking, homePaths.rootDisk(folderOf(looking)), (record) => ({
      sizeBytes: record.spec.rootDiskBytes,
      base: record.image?.path ?? null,
    })),
  create_data_disk: (looking) =>
    lookAtImage(looking, homePaths.dataDisk(diskOf(looking)), (record) => ({
      sizeBytes: record.spec.disks.find((disk) => disk.id === diskIdOf(looking))?.sizeBytes ?? 0,
      base: null,
    })),
  write_seed: (looking) => lookAtWhole(looking, homePaths.seed(folderOf(looking))),
  create_firmware_vars: (looking) => lookAtWhole(looking, homePaths.firmwareVars(folderOf(looking))),
  remove_root_disk: (looking) => lookForRest(looking, [homePaths.rootDisk(folderOf(looking))]),
  remove_data_disk: (looking) => lookForRest(looking, [homePaths.dataDisk(diskOf(looking))]),
  remove_retained_disk: (looking) => lookForRest(looking, [homePaths.dataDisk(diskOf(looking))]),
  remove_seed: (looking) => lookForRest(looking, [homePaths.seed(folderOf(looking))]),
  remove_firmware_vars: (looking) => lookForRest(looking, [homePaths.firmwareVars(folderOf(looking))]),
  remove_host_key: (looking) => {
    const key = homePaths.hostKey(looking.step.action.uuid);
    return lookForRest(looking, [key, `${key}.pub`]);
  },
  remove_node_record: (looking) => lookForRest(looking, [folderOf(looking)]),
  remove_other_life: (looking) => lookForRest(looking, [folderOf(looking)]),
};

async function lookAtRecord({ ports, document, record }: Looking): Promise<FileEvidence> {
  if (record === null || document.deployment === null) return nobodys('no record says what it should be');
  const seen = await lookAt(ports, homePaths.nodeRecord(record.folder));
  if (seen.kind !== 'file') return elseThan(seen, record);
  if (seen.text === nodeRecordText(record, document.deployment.id)) return { kind: 'right', outputs: {} };
  // Never rolled back: the folder and all that it holds go by this file.
  return nobodys('it is the record of something else');
}

async function lookAtKey({ ports, step, record }: Looking): Promise<FileEvidence> {
  const key = homePaths.hostKey(step.action.uuid);
  const halves = [await lookAt(ports, key), await lookAt(ports, `${key}.pub`)];
  if (halves.every((half) => half.kind === 'absent')) return { kind: 'absent' };
  const odd = halves.find((half) => half.kind !== 'file');
  if (odd !== undefined) return odd.kind === 'absent' ? wrong('half of it is missing', record) : elseThan(odd, record);
  const pair = await ports.nodeFiles.readHostKey(ports.layout.absolute(key));
  if (!pair.ok) return { kind: 'unknown', why: 'probe_unavailable', detail: 'the key cannot be read' };
  return { kind: 'right', outputs: { publicKey: pair.value.publicKey } };
}

async function lookAtImage(
  { ports, record }: Looking,
  relative: string,
  wanted: (record: NodeRecord) => { readonly sizeBytes: number; readonly base: string | null },
): Promise<FileEvidence> {
  if (record === null) return nobodys('no record says what it should be');
  const seen = await lookAt(ports, relative);
  if (seen.kind !== 'file') return elseThan(seen, record);
  const facts = await ports.hypervisor.inspectImage(ports.layout.absolute(relative));
  if (!facts.ok) return { kind: 'unknown', why: 'probe_unavailable', detail: `${relative} cannot be looked into` };
  const problem = imageProblem(facts.value, wanted(record));
  if (problem !== null) return wrong(problem, record);
  return { kind: 'right', outputs: { virtualSizeBytes: facts.value.virtualSizeBytes } };
}

function imageProblem(
  facts: ImageFacts,
  wanted: { readonly sizeBytes: number; readonly base: string | null },
): string | null {
  if (facts.format !== 'qcow2') return `it is ${facts.format}`;
  if (facts.corrupt) return 'it is marked corrupt';
  if (facts.externalDataFile !== null) return `its data lie in ${facts.externalDataFile}`;
  if (facts.virtualSizeBytes !== wanted.sizeBytes) return `it has ${String(facts.virtualSizeBytes)} bytes`;
  return facts.backingFile === wanted.base ? null : `it lies on ${facts.backingFile ?? 'nothing'}`;
}

/** Placed under its name only when it is whole; whether it is this step's or an earlier one's shows only at a creation. */
async function lookAtWhole({ ports, record }: Looking, relative: string): Promise<FileEvidence> {
  const seen = await lookAt(ports, relative);
  if (seen.kind !== 'file') return elseThan(seen, record);
  return record?.life === 'creating' ? { kind: 'right', outputs: { sizeBytes: seen.sizeBytes } } : { kind: 'absent' };
}

/** Drafts count: a removal is done when they are gone too. */
async function lookForRest({ ports }: Looking, relative: readonly string[]): Promise<FileEvidence> {
  for (const name of relative.flatMap((each) => [each, `${each}.new`])) {
    const seen = await lookAt(ports, name);
    if (seen.kind === 'unreadable') return { kind: 'unknown', why: 'probe_unavailable', detail: seen.detail };
    if (seen.kind !== 'absent') return { kind: 'right', outputs: {} };
  }
  return { kind: 'absent' };
}

function lookAt({ nodeFiles, layout }: FilePorts, relative: string): Promise<FileLook> {
  return nodeFiles.look(layout.absolute(relative));
}

function elseThan(seen: Exclude<FileLook, { readonly kind: 'file' }>, record: NodeRecord | null): FileEvidence {
  if (seen.kind === 'absent') return { kind: 'absent' };
  if (seen.kind === 'unreadable') return { kind: 'unknown', why: 'probe_unavailable', detail: seen.detail };
  return { ...wrong(`it is a ${seen.what}`, record), madeBy: 'somebody' };
}

function wrong(detail: string, record: NodeRecord | null): Extract<FileEvidence, { readonly kind: 'wrong' }> {
  return { kind: 'wrong', detail, madeBy: record?.life === 'creating' ? 'this_creation' : 'somebody' };
}

function nobodys(detail: string): FileEvidence {
  return { kind: 'wrong', detail, madeBy: 'somebody' };
}

function folderOf({ record, step }: Looking): string {
  return record?.folder ?? homePaths.nodeFolder(step.action.node, step.action.uuid);
}

function diskOf({ step }: Looking) {
  if (!('diskUuid' in step.action)) throw new Error(`${step.id} names no disk`);
  return step.action.diskUuid;
}

function diskIdOf({ step }: Looking): string | null {
  return 'disk' in step.action ? step.action.disk : null;
}
