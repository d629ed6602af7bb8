import { createHash } from 'node:crypto';
import type { ResolvedDeployment, ResolvedNode } from '../../../src/core/manifest/resolved-deployment.ts';
import type { Instant, NodeName, Uuid } from '../../../src/core/names.ts';
import { desiredFromManifest } from '../../../src/core/plan/desired-deployment.ts';
import { type PlanRequest, makePlan } from '../../../src/core/plan/make-plan.ts';
import type { Plan } from '../../../src/core/plan/plan.ts';
import type { DiskSpec, NodeSpec } from '../../../src/core/spec/node-spec.ts';
import type { NodeRecord, StateDocument } from '../../../src/core/state/document.ts';
import type { Part, PartState } from '../../../src/core/state/part.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const gib = 2 ** 30;
const at = '2026-01-02T03:04:05.678Z' as Instant;

export function uuidOf(text: string): Uuid {
  const hex = sha256(text);
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  ) as Uuid;
}

export const dataDisk: DiskSpec = { id: 'data', path: '/data', sizeBytes: 128 * gib, fs: 'auto', persistent: false };

/** A wanted node with the default sizes. */
export function wantedNode(
  name: string,
  octet: number,
  change: Partial<Omit<ResolvedNode, 'spec'>> & { readonly spec?: Partial<NodeSpec> } = {},
): ResolvedNode {
  const { spec, ...rest } = change;
  return {
    spec: {
      name: name as NodeName,
      address: `10.10.10.${String(octet)}`,
      cpus: 2,
      memoryBytes: 4 * gib,
      rootDiskBytes: 64 * gib,
      disks: [dataDisk],
      shares: [],
      aliases: [],
      image: 'local-mini',
      userDataSha256: null,
      ...spec,
    },
    protect: false,
    liftsProtection: false,
    ports: [],
    userDataFile: null,
    ownImage: false,
    at: { file: 'paddock.yml', line: 1, column: 1 },
    ...rest,
  };
}

export function wanted(nodes: readonly ResolvedNode[], change: Partial<ResolvedDeployment> = {}): ResolvedDeployment {
  return {
    envelope: { subnet: '10.10.10.0/24', user: 'dba', arch: 'native', image: 'local-mini' },
    runtime: { accel: 'auto', network: 'user' },
    adminAddress: null,
    nodes,
    skipped: [],
    ...change,
  };
}

export function part(kind: Part['kind'], state: PartState, change: Partial<Part> = {}): Part {
  return { kind, disk: null, diskUuid: null, state, file: null, outputs: {}, error: null, ...change };
}

/** A node that was created from this spec, with every part in one state. */
export function recordOf(
  spec: NodeSpec,
  change: Partial<NodeRecord> & { readonly state?: PartState } = {},
): NodeRecord {
  const { state = 'complete', ...rest } = change;
  const uuid = uuidOf(spec.name);
  return {
    name: spec.name,
    uuid,
    address: spec.address,
    createdAt: at,
    life: 'committed',
    spec,
    madeFor: {
      envelope: { subnet: '10.10.10.0/24', user: 'dba', arch: 'native', image: spec.image },
      runtime: { accel: 'auto', network: 'user' },
    },
    machine: {
      type: 'pc-q35-7.2',
      arch: 'amd64',
      firmware: 'bios',
      accelerator: 'tcg',
      acceleratorReason: 'asked for',
    },
    image: { selector: spec.image, digest: `sha256:${sha256('image')}`, path: '/cache/mini.qcow2' },
    folder: `nodes/${spec.name}-${uuid.slice(0, 8)}`,
    parts: [
      part('node_record', state),
      part('host_key', state),
      part('root_disk', state),
      ...spec.disks.map(({ id }) => part('data_disk', state, { disk: id, diskUuid: uuidOf(`${spec.name}/${id}`) })),
      part('seed', state),
      part('vm', state),
      part('guest', state),
    ],
    process: null,
    sshPort: 2222,
    guest: null,
    ...rest,
  };
}

/** The document after a whole `up` of this deployment. */
export function converged(resolved: ResolvedDeployment, control: string | null = null): StateDocument {
  const desired = desiredFromManifest(resolved, { appliedControl: control as NodeName | null, sha256 });
  return {
    schema: 2,
    version: 7,
    writtenBy: '0.1.0',
    fence: { epoch: 1, owner: null },
    deployment: {
      id: uuidOf('deployment'),
      createdAt: at,
      envelope: resolved.envelope,
      runtime: resolved.runtime,
      control: desired.control,
      controlKey: null,
      applied: Object.fromEntries(
        desired.nodes.map(({ spec, specHash, protect, ports, order }) => [
          spec.name,
          { spec, specHash, protect, ports, order },
        ]),
      ),
    },
    nodes: Object.fromEntries(
      desired.nodes.map(({ spec }) => [
        spec.name,
        recordOf(spec, { madeFor: { envelope: resolved.envelope, runtime: resolved.runtime } }),
      ]),
    ),
    replacements: {},
    retained: [],
    operation: null,
    events: [],
  };
}

/** The same document with one record changed. */
export function withRecord(document: StateDocument, name: string, change: Partial<NodeRecord>): StateDocument {
  const record = document.nodes[name];
  if (record === undefined) throw new Error(`no record ${name}`);
  return { ...document, nodes: { ...document.nodes, [name]: { ...record, ...change } } };
}

export function planOf(
  desired: ResolvedDeployment | null,
  document: StateDocument | null,
  change: Partial<PlanRequest> = {},
): Plan {
  const source = { kind: 'file', path: 'paddock.yml', sha256: sha256('manifest') } as const;
  const plan = makePlan({ desired, document, source, scope: null, sha256, ...change });
  if (!plan.ok) throw new Error(JSON.stringify(plan.failures));
  return plan.value;
}
