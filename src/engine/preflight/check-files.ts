import { unfinishedRestores } from '../../core/disk/unfinished-restores.ts';
import { failure, type Failure } from '../../core/failure.ts';
import type { NodeRecord } from '../../core/state/document.ts';
import type { Part, PartKind } from '../../core/state/part.ts';
import type { EnginePorts } from '../engine-ports.ts';
import { whatReplaces } from '../what-replaces.ts';
import type { Check, Needs } from './findings.ts';

/** What QEMU opens. */
const opened: readonly PartKind[] = ['root_disk', 'data_disk', 'seed', 'firmware_vars'];

/** Every file that was made for a node that exists is still there, and no disk is half restored. */
export const checkFiles: Check = {
  name: 'node files',
  needs: 'every file that was made for a node that exists, and whole disks',
  run: async (ports, needs) => {
    const checked = await Promise.all(everyRecord(needs).map((record) => checkNode(ports, record)));
    // The next life takes its kept disks over as they are.
    const replaced = needs.replaces.flatMap(({ own }) => unfinishedRestores(own).map((each) => each.failure));
    return [...checked.flat(), ...replaced];
  },
};

/** Once each: a node that is resized by a restart is in two lists. */
function everyRecord({ starts, restarts, resizes }: Needs): readonly NodeRecord[] {
  return [...new Set([...starts, ...restarts, ...resizes])];
}

async function checkNode(ports: EnginePorts, record: NodeRecord): Promise<readonly Failure[]> {
  const files = new Map<string, Part>();
  for (const part of record.parts) {
    const { kind, file, state } = part;
    if (file !== null && state === 'complete' && opened.includes(kind)) files.set(ports.layout.absolute(file), part);
  }
  const unfinished = unfinishedRestores(record).map((each) => each.failure);
  const missing = await ports.nodeFiles.missing([...files.keys()]);
  if (!missing.ok) return missing.failures;
  const helps = whatReplaces(
    record,
    missing.value.flatMap((file) => files.get(file) ?? []),
  );
  const absent = missing.value.map((file) => failure('node_file_missing', { node: record.name, file, helps }));
  return [...unfinished, ...absent];
}
