import { livesOf } from '../../core/state/find-life.ts';
import type { Uuid } from '../../core/names.ts';
import { ok, type Result } from '../../core/result.ts';
import type { RetainedDisk, StateDocument } from '../../core/state/document.ts';
import { homePaths } from '../../core/state/home-paths.ts';
import type { EnginePorts } from '../engine-ports.ts';

export interface KeptDisks {
  readonly known: readonly RetainedDisk[];
  /** Disks of which no operation on file tells whose they were; they stay where they are. */
  readonly nameless: readonly string[];
}

/**
 * Data disks that neither the record nor a node.json names, those being `named`, with whose they were by the operations
 * on file. Read-only.
 */
export async function findKeptDisks(
  ports: Pick<EnginePorts, 'home' | 'store' | 'hypervisor' | 'layout'>,
  about: { readonly document: StateDocument | null; readonly named: readonly Uuid[] },
): Promise<Result<KeptDisks>> {
  const files = await ports.home.diskFiles();
  if (!files.ok) return files;
  const taken = takenDisks(about);
  const lost = files.value.filter((file) => !taken.has(file));
  if (lost.length === 0) return ok({ known: [], nameless: [] });
  const onFile = await ports.store.operations();
  if (!onFile.ok) return onFile;
  const known: RetainedDisk[] = [];
  for (const { operation } of onFile.value.operations) {
    for (const { action, endedAt } of operation.steps) {
      if (action.kind !== 'retain_data_disk') continue;
      const file = homePaths.dataDisk(action.diskUuid);
      if (!lost.includes(file) || known.some((disk) => disk.file === file)) continue;
      const facts = await ports.hypervisor.inspectImage(ports.layout.absolute(file));
      if (!facts.ok) continue;
      const { node, disk, diskUuid } = action;
      const path = `/${disk.replaceAll('-', '/')}`;
      const virtualSizeBytes = facts.value.virtualSizeBytes;
      const retainedAt = endedAt ?? operation.startedAt;
      known.push({ diskUuid, node, disk, path, fs: 'auto', virtualSizeBytes, file, retainedAt });
    }
  }
  return ok({ known, nameless: lost.filter((file) => !known.some((disk) => disk.file === file)) });
}

function takenDisks(about: { readonly document: StateDocument | null; readonly named: readonly Uuid[] }) {
  const { document, named } = about;
  return new Set([
    ...(document === null ? [] : livesOf(document)).flatMap((life) => life.parts.flatMap((part) => part.file ?? [])),
    ...(document?.retained ?? []).map((disk) => disk.file),
    ...named.map((uuid) => homePaths.dataDisk(uuid)),
  ]);
}
