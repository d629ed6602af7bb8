import { failure } from '../failure.ts';
import type { Instant, NodeName, Sha256, Uuid } from '../names.ts';
import { fail, ok, type Result } from '../result.ts';
import { hashSpec } from '../spec/hash-spec.ts';
import type { AppliedNode, Deployment, NodeRecord, RetainedDisk, StateDocument } from '../state/document.ts';
import { emptyDocument } from '../state/empty-document.ts';
import { livesOf } from '../state/find-life.ts';
import { recordEvent } from '../state/record-event.ts';
import type { AgreedNode } from './agreed-node.ts';
import type { FoundNode } from './found-node.ts';
import { isForeign } from './is-foreign.ts';
import { rebuiltRecord } from './rebuilt-record.ts';

export interface Rebuilding {
  /** The newest document that reads; null when none does. */
  readonly base: StateDocument | null;
  readonly found: readonly FoundNode[];
  /** Kept disks that no record names. */
  readonly retained: readonly RetainedDisk[];
  /** Folders below `nodes/` that are there, relative to the home. */
  readonly folders: ReadonlySet<string>;
  /** What the operations on file tell of the nodes, by UUID; one that is not in it is as it is recorded, or was made. */
  readonly agreed: ReadonlyMap<Uuid, AgreedNode>;
  /** The control role, as far as what is on file tells. */
  readonly control: { readonly holder: NodeName | null; readonly key: Uuid | null };
  readonly at: Instant;
  readonly version: string;
  readonly sha256: Sha256;
}

/**
 * The document with every node that stands on disk and in no record. What is recorded and there stays as it is; a record
 * whose folder is gone gives way to the node of its name, and a whole other deployment gives way where nothing of it is
 * there. Two deployments that are both there, or two nodes of one name, are `adoption_conflict`: only a person can choose.
 */
export function rebuildDocument(rebuilding: Rebuilding): Result<StateDocument> {
  const { base, found, folders, at } = rebuilding;
  const start = ownPart(base, found) ?? emptyDocument(rebuilding.version);
  const missing = found.filter(({ file }) => !livesOf(start).some((life) => life.uuid === file.uuid));
  const problems = conflicts(start, missing, folders);
  if (problems.length > 0) return fail(failure('adoption_conflict', { problems }));
  const [first] = missing;
  const kept =
    first === undefined || start.deployment?.id === first.file.deploymentId ? start : withoutDeployment(start);
  const records = Object.fromEntries(
    missing.map((each) => [each.file.name, rebuiltRecord(each, rebuilding.agreed.get(each.file.uuid)?.spec)]),
  );
  const nodes = { ...kept.nodes, ...records };
  const rebuilt = first === undefined ? kept.deployment : deploymentOf(kept, missing, rebuilding);
  const deployment = rebuilt === null ? null : withAgreed(rebuilt, { ...kept, nodes }, rebuilding);
  const retained = [...kept.retained, ...rebuilding.retained];
  return ok(withEvents({ ...kept, deployment, nodes, retained }, Object.values(records), at));
}

function conflicts(
  base: StateDocument,
  missing: readonly FoundNode[],
  folders: ReadonlySet<string>,
): readonly string[] {
  const ids = new Set(missing.map(({ file }) => file.deploymentId));
  const living = livesOf(base).filter((life) => life.life !== 'destroyed' && folders.has(life.folder));
  const names = missing.map(({ file }) => file.name);
  const twice = names.filter(
    (name, index) => names.indexOf(name) !== index || living.some((life) => life.name === name),
  );
  const { deployment } = base;
  const isOther = deployment !== null && living.length > 0 && !ids.has(deployment.id) && ids.size > 0;
  return [
    ...(ids.size > 1 ? [`the folders belong to ${String(ids.size)} deployments: ${[...ids].join(', ')}`] : []),
    ...(isOther ? [`the record is of deployment ${deployment.id}, and the folders are of ${[...ids].join(', ')}`] : []),
    ...[...new Set(twice)].map((name) => {
      const found = missing.filter(({ file }) => file.name === name).map(({ folder }) => folder);
      const recorded = living.filter((life) => life.name === name).map(({ folder }) => folder);
      return `there are two nodes of the name ${name} (${[...recorded, ...found].join(', ')})`;
    }),
  ];
}

/** The document without what it says of another deployment than the one whose folders are here. */
export function ownPart(document: StateDocument | null, found: readonly FoundNode[]): StateDocument | null {
  const standing = found.map(({ folder, file }) => ({ name: folder.slice('nodes/'.length), made: file }));
  return document !== null && isForeign(document, standing) ? withoutDeployment(document) : document;
}

/** Nothing of the recorded deployment is there: what stays is the history and the fence. */
function withoutDeployment(document: StateDocument): StateDocument {
  return { ...document, deployment: null, nodes: {}, replacements: {}, retained: [], operation: null };
}

function deploymentOf(
  document: StateDocument,
  missing: readonly FoundNode[],
  { sha256, agreed, control }: Pick<Rebuilding, 'sha256' | 'agreed' | 'control'>,
): Deployment | null {
  const [first] = missing;
  if (first === undefined) return document.deployment;
  const { madeFor, deploymentId } = first.file;
  const known = document.deployment ?? {
    id: deploymentId,
    // It was there when the oldest of them was made, and nothing else here tells.
    createdAt: missing.map(({ file }) => file.createdAt).reduce((one, other) => (other < one ? other : one)),
    ...madeFor,
    control: null,
    controlKey: control.key,
    applied: {},
  };
  const orders = Object.values(known.applied).map((each) => each.order);
  const start = Math.max(-1, ...orders) + 1;
  const applied = Object.fromEntries(
    missing.map(({ file }, index): [NodeName, AppliedNode] => {
      const { spec, protect, ports } = agreed.get(file.uuid) ?? { spec: file.spec, protect: false, ports: [] };
      const specHash = hashSpec({ envelope: file.madeFor.envelope, node: spec }, sha256);
      return [file.name, { spec, specHash, protect, ports, order: start + index }];
    }),
  );
  const asMade = missing.find(({ file }) => file.spec.control)?.file.name ?? first.file.name;
  const holder = known.control ?? control.holder ?? asMade;
  return {
    ...known,
    control: holder,
    controlKey: control.key ?? known.controlKey,
    applied: { ...known.applied, ...applied },
  };
}

/**
 * The version that went on may be older than what its recorded nodes have agreed to since: what they never had is added,
 * and a protection that was asked for holds.
 */
function withAgreed(
  deployment: Deployment,
  { nodes }: Pick<StateDocument, 'nodes'>,
  { agreed, sha256 }: Pick<Rebuilding, 'agreed' | 'sha256'>,
): Deployment {
  let order = Math.max(-1, ...Object.values(deployment.applied).map((each) => each.order));
  const applied: { [name: string]: AppliedNode } = { ...deployment.applied };
  for (const { name, uuid, spec, madeFor } of Object.values(nodes)) {
    const told = agreed.get(uuid);
    if (told?.isOnFile !== true) continue;
    const { protect, ports } = told;
    const before = applied[name];
    const specHash = hashSpec({ envelope: madeFor.envelope, node: spec }, sha256);
    applied[name] =
      before === undefined
        ? { spec, specHash, protect, ports, order: (order += 1) }
        : { ...before, protect: before.protect || protect };
  }
  return { ...deployment, applied };
}

function withEvents(document: StateDocument, records: readonly NodeRecord[], at: Instant): StateDocument {
  return records.reduce(
    (next, { uuid, name }) =>
      recordEvent(next, {
        key: `${uuid}/node.adopted`,
        at,
        kind: 'node.adopted',
        node: name,
        operationId: null,
        text: 'taken into the record again, from its node.json and what was seen of it',
      }),
    document,
  );
}
