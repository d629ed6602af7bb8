import { failure } from '../../core/failure.ts';
import { chainProblem } from '../../core/qemu/chain-problem.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { NodeRecord } from '../../core/state/document.ts';
import { homePaths } from '../../core/state/home-paths.ts';
import type { NodeContext } from '../node-context.ts';

/** The root is a whole overlay on the recorded base and on nothing else; `image_chain_broken` otherwise. Read-only. */
export async function inspectRootDisk(
  { name: node, ports }: Pick<NodeContext, 'name' | 'ports'>,
  { folder, image }: Pick<NodeRecord, 'folder' | 'image'>,
): Promise<Result<void>> {
  const facts = await ports.hypervisor.inspectImage(ports.layout.absolute(homePaths.rootDisk(folder)));
  if (!facts.ok) return facts;
  const problem = facts.value.corrupt ? 'is marked corrupt' : chainProblem(facts.value, image?.path ?? null);
  return problem === null ? ok(undefined) : fail(failure('image_chain_broken', { node, problem }));
}
