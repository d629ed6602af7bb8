import { failure } from '../../core/failure.ts';
import { fail, type Result } from '../../core/result.ts';
import type { NodeContext } from '../node-context.ts';

/** A new qcow2 image takes less, whatever its size. */
const roomForImage = 2 ** 20;

/**
 * A failure to make or grow an image where the file system has no room for one is about that, and names the file system:
 * QEMU's tools only say so in words.
 */
export async function orDiskFull<T>(
  { ports }: Pick<NodeContext, 'ports'>,
  file: string,
  made: Result<T>,
): Promise<Result<T>> {
  if (made.ok) return made;
  const space = await ports.resources.diskSpace(file);
  if (!space.ok || space.value.freeBytes >= roomForImage) return made;
  return fail(failure('disk_full', { path: file, mountPoint: space.value.mountPoint }));
}
