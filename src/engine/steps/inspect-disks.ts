import { failure } from '../../core/failure.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { NodeRecord } from '../../core/state/document.ts';
import type { Part } from '../../core/state/part.ts';
import { inspectDataDisk } from '../inspect-data-disk.ts';
import type { NodeContext } from '../node-context.ts';
import { inspectRootDisk } from './inspect-root-disk.ts';

type Named = Pick<NodeContext, 'name' | 'ports'>;

/**
 * Checked before every start, for QEMU follows whatever an image names: the root lies on the recorded base and on nothing
 * else, a data disk on nothing, and none is marked corrupt. Everything that is wrong comes back at once.
 */
export async function inspectDisks(context: Named, record: NodeRecord): Promise<Result<void>> {
  const data = record.parts.filter(({ kind }) => kind === 'data_disk');
  const looks = [inspectRootDisk(context, record), ...data.map((part) => inspectData(context, record, part))];
  const failures = (await Promise.all(looks)).flatMap((look) => (look.ok ? [] : look.failures));
  return failures.length === 0 ? ok(undefined) : fail(...failures);
}

async function inspectData(
  { name: node, ports }: Named,
  { spec }: NodeRecord,
  { disk, file }: Part,
): Promise<Result<void>> {
  if (disk === null || file === null) return ok(undefined);
  const path = spec.disks.find(({ id }) => id === disk)?.path ?? disk;
  const facts = await inspectDataDisk(ports, { node, path, file });
  if (!facts.ok || !facts.value.corrupt) return facts.ok ? ok(undefined) : facts;
  return fail(
    failure('data_disk_broken', { node, path, file: ports.layout.absolute(file), problem: 'is marked corrupt' }),
  );
}
