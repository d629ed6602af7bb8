import { failure, type Failure } from '../../core/failure.ts';
import { anotherPath, keptDiskProblem } from '../../core/plan/kept-disk-problem.ts';
import type { EnginePorts } from '../engine-ports.ts';
import { inspectDataDisk } from '../inspect-data-disk.ts';
import type { Check, KeptDisk } from './findings.ts';

/** A disk whose bytes are kept is there, whole, and what the manifest asks for: it is taken over as it is, or not at all. */
export const checkKeptDisks: Check = {
  name: 'kept disks',
  needs: 'kept disks that are whole and fit the manifest',
  run: async (ports, needs) => (await Promise.all(needs.kept.map((kept) => checkDisk(ports, kept)))).flat(),
};

async function checkDisk(ports: EnginePorts, { disk, wanted, deletedWith }: KeptDisk): Promise<readonly Failure[]> {
  const { node, path } = disk;
  const file = ports.layout.absolute(disk.file);
  const missing = await ports.nodeFiles.missing([file]);
  if (!missing.ok) return missing.failures;
  if (missing.value.length > 0) return [failure('node_file_missing', { node, file, helps: 'destroy' })];
  const facts = await inspectDataDisk(ports, disk);
  // Without the tool nothing can be said about the disk, and the tool has a complaint of its own.
  if (!facts.ok) return facts.failures.filter(({ reason }) => reason !== 'tool_missing');
  const { virtualSizeBytes, corrupt } = facts.value;
  if (corrupt) {
    const problem = 'is marked corrupt';
    return [failure('retained_incompatible', { node, path, problem, remedy: anotherPath, deletedWith })];
  }
  const problem = keptDiskProblem({ ...disk, virtualSizeBytes }, wanted);
  return problem === null ? [] : [failure('retained_incompatible', { node, path, ...problem, deletedWith })];
}
