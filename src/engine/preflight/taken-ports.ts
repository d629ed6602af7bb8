import { failure, type Failure } from '../../core/failure.ts';
import type { PortForward } from '../../core/spec/envelope.ts';
import type { EnginePorts } from '../engine-ports.ts';

/** `port_taken` for each of these that something listens on now. */
export async function takenPorts(
  { resources }: Pick<EnginePorts, 'resources'>,
  forwards: readonly Pick<PortForward, 'hostAddress' | 'hostPort'>[],
): Promise<readonly Failure[]> {
  const failures = await Promise.all(
    forwards.map(async ({ hostAddress: address, hostPort: port }): Promise<readonly Failure[]> => {
      return (await resources.portIsFree(address, port)) ? [] : [failure('port_taken', { address, port })];
    }),
  );
  return failures.flat();
}
