import { failure, type Failure } from '../../core/failure.ts';
import { shareOverlaps } from '../../core/share/share-overlaps.ts';
import type { EnginePorts } from '../engine-ports.ts';
import { shareSource } from '../share-source.ts';
import type { Check, Needs } from './findings.ts';

/**
 * A server for shares is there, and no share reaches into our own folders or into what another one may write. Whether a
 * folder is there fails its own node when it is started, but for a VM that would be stopped first.
 */
export const checkShares: Check = {
  name: 'shares',
  needs: 'the source folder of every share',
  run: async (ports, needs) => {
    const sharing = [...needs.creates, ...[...needs.starts, ...needs.restarts].map(({ spec }) => spec)];
    if (sharing.every(({ shares }) => shares.length === 0)) return [];
    const server = await ports.hypervisor.shareServer();
    return [...(server.ok ? [] : server.failures), ...overlaps(ports, needs), ...(await restarted(ports, needs))];
  },
};

function overlaps({ layout }: EnginePorts, { sharing }: Needs): readonly Failure[] {
  return shareOverlaps(sharing, [layout.home, layout.cache]).map((found) => failure('share_overlap', found));
}

async function restarted(ports: EnginePorts, { restarts, replaces }: Needs): Promise<readonly Failure[]> {
  const stopped = [...restarts, ...replaces].map(({ spec }) => spec);
  const checks = stopped.flatMap(({ name, shares }) => shares.map((share) => shareSource(ports, name, share)));
  return (await Promise.all(checks)).flatMap((each) => (each.ok ? [] : each.failures));
}
