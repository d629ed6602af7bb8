import { parseManifest } from '../manifest/parse-manifest.ts';
import { resolveManifest } from '../manifest/resolve-manifest.ts';
import type { ResolvedDeployment, ResolvedNode } from '../manifest/resolved-deployment.ts';
import type { NodeName } from '../names.ts';
import type { MutatingCommand } from '../plan/grant.ts';
import { canonicalJson } from '../spec/canonical-json.ts';
import type { NodeSpec } from '../spec/node-spec.ts';
import type { AppliedNode } from '../state/document.ts';
import type { NodeFile } from '../state/node-file.ts';
import type { Operation } from '../state/operation.ts';

/** An operation on file with the text of its kept inputs. */
export interface AskedOperation {
  readonly operation: Operation;
  readonly inputs: string;
}

/** What a node had agreed to, as far as operations on file tell; what they do not tell is as it was made. */
export interface AgreedNode extends Pick<AppliedNode, 'spec' | 'protect' | 'ports'> {
  /** False when no operation on file tells of its protection and its ports. */
  readonly isOnFile: boolean;
}

/** A resize agrees to sizes alone, so it says nothing about protection and ports. */
const agreesToAll: ReadonlySet<MutatingCommand> = new Set(['up', 'reload', 'recreate']);

/**
 * What the node with this file had agreed to, from the operations that worked on it, newest first. A protection that was
 * asked for counts even if its operation went wrong: a guard too much can be taken away, a node cannot be brought back.
 */
export function agreedNode(file: NodeFile, asked: readonly AskedOperation[]): AgreedNode {
  const own = ofThisLife(file, asked).flatMap(({ operation, inputs }) => {
    const node = readInputs(inputs)?.nodes.find(({ spec }) => spec.name === file.name);
    return node === undefined ? [] : [{ node, operation, done: isDone(operation, file.name) }];
  });
  const all = own.filter(({ operation }) => agreesToAll.has(operation.command));
  const last = all.find(({ done }) => done);
  const newer = last === undefined ? all : all.slice(0, all.indexOf(last));
  return {
    spec: own.filter(({ done }) => done).reduceRight((spec, { node }) => agreedSpec(spec, node), file.spec),
    protect: last?.node.protect === true || newer.some(({ node }) => node.protect),
    ports: last?.node.ports ?? [],
    isOnFile: last !== undefined,
  };
}

/** Who held the control role by the newest operation on file that says so; null when none does. */
export function agreedControl(asked: readonly AskedOperation[]): NodeName | null {
  for (const { operation, inputs } of asked) {
    if (!agreesToAll.has(operation.command) || operation.status !== 'complete') continue;
    const { adminAddress, nodes } = readInputs(inputs) ?? { adminAddress: null, nodes: [] };
    const holder = nodes.find(({ spec }) => spec.address === adminAddress)?.spec.name;
    if (holder !== undefined && operation.scope.includes(holder)) return holder;
  }
  return null;
}

/**
 * The operations on this life of the name, down to the one that made it; that one may be too old to be on file, and then
 * those that worked on it and those since it was made are.
 */
function ofThisLife({ uuid, name, createdAt }: NodeFile, asked: readonly AskedOperation[]): readonly AskedOperation[] {
  const made = asked.findIndex(({ operation }) =>
    operation.steps.some(({ action }) => action.kind === 'write_node_record' && action.uuid === uuid),
  );
  // By a clock that was moved, what came after the creation may seem to have come before.
  const oldest = asked.findLastIndex(({ operation }) => operation.steps.some(({ action }) => action.uuid === uuid));
  const since =
    made === -1
      ? asked.filter(({ operation }, index) => index <= oldest || operation.startedAt >= createdAt)
      : asked.slice(0, made + 1);
  return since.filter(({ operation }) => operation.scope.includes(name));
}

function isDone({ steps }: Operation, name: NodeName): boolean {
  return steps.every(({ action, state }) => action.node !== name || state === 'complete');
}

/** Sizes and names may move while a node lives; whatever else differs was asked of another life. */
function agreedSpec(spec: NodeSpec, { spec: asked }: ResolvedNode): NodeSpec {
  const { cpus, memoryBytes, rootDiskBytes, aliases } = asked;
  const disks = spec.disks.map((disk) => ({
    ...disk,
    sizeBytes: asked.disks.find(({ id }) => id === disk.id)?.sizeBytes ?? disk.sizeBytes,
  }));
  const moved = { ...spec, cpus, memoryBytes, rootDiskBytes, aliases, disks };
  const { userDataSha256, control } = spec;
  return canonicalJson(moved) === canonicalJson({ ...asked, image: spec.image, userDataSha256, control })
    ? moved
    : spec;
}

function readInputs(text: string): ResolvedDeployment | null {
  const manifest = parseManifest(text, 'manifest.yml');
  const resolved = manifest.ok ? resolveManifest(manifest.value) : manifest;
  return resolved.ok ? resolved.value : null;
}
