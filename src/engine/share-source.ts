import { failure } from '../core/failure.ts';
import type { NodeName } from '../core/names.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { ShareSpec } from '../core/spec/node-spec.ts';
import type { EnginePorts } from './engine-ports.ts';

/** Whether a share's folder on the host may be served now. Nothing is ever made in its place. */
export async function shareSource(
  { nodeFiles }: Pick<EnginePorts, 'nodeFiles'>,
  node: NodeName,
  { host: source }: ShareSpec,
): Promise<Result<void>> {
  const problem = await nodeFiles.shareProblem(source);
  return problem === null ? ok(undefined) : fail(failure('share_source', { node, source, problem }));
}
