import { failure } from '../core/failure.ts';
import { type Failed, fail } from '../core/result.ts';
import { type LookingPorts, requireRegistered } from './unregistered-nodes.ts';

/**
 * Why there is nothing that a command could be about: `no_deployment`, or `unregistered_nodes` where nodes of ours stand
 * there and only their record is lost. Precondition: the record that was read has no deployment. Read-only.
 */
export async function noDeployment(ports: LookingPorts, command: string): Promise<Failed> {
  const registered = await requireRegistered(ports, null, 'all');
  return fail(...(registered.ok ? [failure('no_deployment', { command })] : registered.failures));
}
