import { rebuildDocument } from '../core/recovery/rebuild-document.ts';
import { type Failure } from '../core/failure.ts';
import { ok, type Result } from '../core/result.ts';
import type { EnginePorts } from './engine-ports.ts';
import { type ReadDocument, readDocument } from './read-document.ts';
import { type FindingPorts, findNodes } from './recovery/find-nodes.ts';

export type UsablePorts = FindingPorts & Pick<EnginePorts, 'store' | 'clock' | 'identifiers' | 'version'>;

/**
 * The document for those who must reach or stop a VM whatever became of the record: the newest, else the last good one,
 * else what the node.json files say. Nothing that is made up here is ever committed.
 */
export async function readUsable(ports: UsablePorts): Promise<Result<ReadDocument>> {
  const read = await readDocument(ports);
  if (read.ok && read.value.document?.deployment !== null && read.value.document !== null) return read;
  const [trouble] = read.ok ? [] : read.failures;
  if (trouble !== undefined && !isAboutTheDocument(trouble)) return read;
  const found = await findNodes(ports);
  if (!found.ok || found.value.nodes.length === 0) return read;
  const rebuilt = rebuildDocument({
    base: null,
    found: found.value.nodes,
    retained: [],
    folders: found.value.folders,
    at: ports.clock.now(),
    version: ports.version,
    sha256: ports.identifiers.sha256,
  });
  if (!rebuilt.ok) return read;
  const why = trouble === undefined ? 'no record names these nodes' : `${trouble.file}: cannot be used`;
  return ok({ document: rebuilt.value, note: `${why}; what is known of them is from their node.json` });
}

type DocumentTrouble = Extract<Failure, { readonly reason: 'state_damaged' | 'state_newer_schema' }>;

function isAboutTheDocument(failure: Failure): failure is DocumentTrouble {
  return failure.reason === 'state_damaged' || failure.reason === 'state_newer_schema';
}
