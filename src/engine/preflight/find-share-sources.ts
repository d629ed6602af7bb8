import type { EnginePorts } from '../engine-ports.ts';
import { shareSource } from '../share-source.ts';
import type { Needs } from './findings.ts';

/** Which folders the shares of the VMs to start are now: by the time of the start each must be the same one. */
export async function findShareSources(
  ports: Pick<EnginePorts, 'nodeFiles'>,
  { creates, starts, restarts }: Needs,
): Promise<ReadonlyMap<string, string>> {
  const specs = [...creates, ...[...starts, ...restarts].map(({ spec }) => spec)];
  const found = specs.flatMap(({ name, shares }) =>
    shares.map(async (share): Promise<readonly [string, string][]> => {
      const source = await shareSource(ports, name, share);
      return source.ok ? [[share.host, source.value]] : [];
    }),
  );
  return new Map((await Promise.all(found)).flat());
}
