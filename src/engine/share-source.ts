import { failure } from '../core/failure.ts';
import type { NodeName } from '../core/names.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { ShareSpec } from '../core/spec/node-spec.ts';
import type { EnginePorts } from './engine-ports.ts';

/** Which folder a share's source is now, if it may be served. Nothing is ever made in its place. */
export async function shareSource(
  { nodeFiles }: Pick<EnginePorts, 'nodeFiles'>,
  node: NodeName,
  { host: source }: ShareSpec,
): Promise<Result<string>> {
  const look = await nodeFiles.lookAtShare(source);
  if (look.problem === null) return ok(look.identity);
  return fail(failure('share_source', { node, source, problem: look.problem }));
}
