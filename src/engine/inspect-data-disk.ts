import { failure } from '../core/failure.ts';
import type { NodeName } from '../core/names.ts';
import { chainProblem } from '../core/qemu/chain-problem.ts';
import type { ImageFacts } from '../core/qemu/image-facts.ts';
import { fail, type Result } from '../core/result.ts';
import type { EnginePorts } from './engine-ports.ts';

/**
 * What a data disk is, read-only, before anything is done with it; `data_disk_broken` for one that reaches into a file
 * of somebody else. One that is marked corrupt is not refused: what it holds may still be wanted.
 */
export async function inspectDataDisk(
  { hypervisor, layout }: Pick<EnginePorts, 'hypervisor' | 'layout'>,
  disk: { readonly node: NodeName; readonly path: string; readonly file: string },
): Promise<Result<ImageFacts>> {
  const { node, path } = disk;
  const file = layout.absolute(disk.file);
  const image = await hypervisor.inspectImage(file);
  const problem = image.ok ? chainProblem(image.value, null) : null;
  return problem === null ? image : fail(failure('data_disk_broken', { node, path, file, problem }));
}
