import { placedNodes } from '../core/recovery/placed-nodes.ts';
import { ownPart, rebuildDocument } from '../core/recovery/rebuild-document.ts';
import { type Failure } from '../core/failure.ts';
import type { NodeName } from '../core/names.ts';
import { ok, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import type { Standing } from '../core/state/standing.ts';
import type { EnginePorts } from './engine-ports.ts';
import { type ReadDocument, readDocument } from './read-document.ts';
import { type FindingPorts, findNodes } from './recovery/find-nodes.ts';
import { unknownFolders } from './unknown-folders.ts';

export type UsablePorts = FindingPorts & Pick<EnginePorts, 'store' | 'clock' | 'identifiers' | 'version'>;

export interface UsableDocument extends ReadDocument {
  /** Nodes of which the newest record that reads says nothing: what is known of them is from their node.json. */
  readonly fromFolders: readonly NodeName[];
  /** Of the record as a whole; a node of `fromFolders` is lost in any case. */
  readonly standing: Standing;
  /** False where the deployment itself is only known from there too. */
  readonly isDeploymentKnown: boolean;
}

/**
 * The document for those who must reach or stop a VM whatever became of the record: the newest, else the last good one,
 * with every node besides that only its node.json tells of. Nothing that is made up here is ever committed.
 */
export async function readUsable(ports: UsablePorts): Promise<Result<UsableDocument>> {
  const read = await readDocument(ports);
  const trouble = read.ok ? null : (read.failures.find(isAboutTheDocument) ?? null);
  if (!read.ok && trouble === null) return read;
  const standing = trouble?.reason === 'state_newer_schema' ? 'newer' : isDamaged(read) ? 'lost' : 'recorded';
  const asIs: Result<UsableDocument> = read.ok
    ? ok({ ...read.value, fromFolders: [], standing, isDeploymentKnown: true })
    : read;
  const base = read.ok ? read.value.document : null;
  const looked = await unknownFolders(ports, base);
  if (!looked.ok || !looked.value.unknown.some(({ made }) => made !== null)) return asIs;
  const { isForeign } = looked.value;
  const rebuilt = await withFolders(ports, looked.value.document);
  if (rebuilt === null || rebuilt.fromFolders.length === 0) return asIs;
  const { fromFolders } = rebuilt;
  const why = trouble === null ? `no record names ${fromFolders.join(', ')}` : `${trouble.file}: cannot be used`;
  const [whom, whose] = fromFolders.length === 1 ? [fromFolders[0] ?? '', 'its'] : ['them', 'their'];
  const first = read.ok && read.value.note !== null ? `${read.value.note}; ` : '';
  return ok({
    ...rebuilt,
    standing,
    isDeploymentKnown: !isForeign && (base?.deployment ?? null) !== null,
    note: `${first}${why}; what is known of ${whom} is from ${whose} node.json; ${mending(standing, whom)}`,
  });
}

function isDamaged(read: Result<ReadDocument>): boolean {
  return !read.ok || read.value.note !== null;
}

function mending(standing: Standing, whom: string): string {
  return standing === 'newer'
    ? 'only a newer paddock can do more than to look, enter and stop'
    : `recover --adopt takes ${whom} into the record again`;
}

/** Whether a command may act on a node. */
export function standingOf({ standing, fromFolders }: UsableDocument, node: NodeName): Standing {
  return standing === 'recorded' && fromFolders.includes(node) ? 'lost' : standing;
}

async function withFolders(
  ports: UsablePorts,
  base: StateDocument | null,
): Promise<Pick<UsableDocument, 'document' | 'fromFolders'> | null> {
  const found = await findNodes(ports);
  if (!found.ok) return null;
  const { folders } = found.value;
  const own = ownPart(base, found.value.nodes);
  const { nodes } = placedNodes(found.value.nodes, own);
  const rebuilt = rebuildDocument({
    base,
    found: nodes,
    retained: [],
    folders,
    // Who reaches or stops a VM needs none of this.
    agreed: new Map(),
    control: { holder: null, key: null },
    at: ports.clock.now(),
    version: ports.version,
    sha256: ports.identifiers.sha256,
  });
  if (!rebuilt.ok) return null;
  const names = nodes.map(({ file }) => file).filter(({ name, uuid }) => own?.nodes[name]?.uuid !== uuid);
  return { document: rebuilt.value, fromFolders: names.map(({ name }) => name) };
}

type DocumentTrouble = Extract<Failure, { readonly reason: 'state_damaged' | 'state_newer_schema' }>;

function isAboutTheDocument(failure: Failure): failure is DocumentTrouble {
  return failure.reason === 'state_damaged' || failure.reason === 'state_newer_schema';
}
