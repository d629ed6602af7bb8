import { failure, type Failure } from '../../core/failure.ts';
import { describeFailure } from '../../core/failure-text.ts';
import { shareOverlaps } from '../../core/share/share-overlaps.ts';
import type { EnginePorts } from '../engine-ports.ts';
import { findShareWay } from '../find-share-way.ts';
import { shareSource } from '../share-source.ts';
import type { Check, Needs } from './findings.ts';

/**
 * Shares have a way into their guests, and no share reaches into our own folders or into what another one may write. Whether a
 * folder is there fails its own node when it is started, but for a VM that would be stopped first.
 */
export const checkShares: Check = {
  name: 'shares',
  needs: 'the source folder of every share',
  run: async (ports, needs) => {
    const sharing = [...needs.creates, ...[...needs.starts, ...needs.restarts].map(({ spec }) => spec)];
    if (sharing.every(({ shares }) => shares.length === 0)) return [];
    const features = await ports.hypervisor.features(needs.arch);
    const way = await findShareWay(ports, features.ok ? features.value : null);
    const unserved = !way.ok
      ? way.failures
      : way.value.way === '9p'
        ? await without9p(ports, needs, way.value.instead)
        : [];
    return [...unserved, ...overlaps(ports, needs), ...(await restarted(ports, needs))];
  },
};

/** Nodes whose kernel is known to have no 9p. Of an import nobody knows: its guest says what it lacks. */
async function without9p(ports: EnginePorts, needs: Needs, instead: readonly Failure[]): Promise<readonly Failure[]> {
  const texts = instead.map(describeFailure);
  const problem = texts.map(({ message }) => message).join('; ');
  const next = texts.flatMap((text) => text.next);
  const launched = [...needs.starts, ...needs.restarts].map(({ spec }) => spec);
  const sharing = [...needs.creates, ...launched].filter(({ shares }) => shares.length > 0);
  const checks = sharing.map(async ({ name: node, image }) => {
    const found = await ports.images.resolve(image, needs.arch);
    const ways = found.ok ? found.value.shareWays : null;
    return ways === null || ways.includes('9p') ? [] : [failure('share_no_way', { node, image, problem, next })];
  });
  return (await Promise.all(checks)).flat();
}

function overlaps({ layout }: EnginePorts, { sharing }: Needs): readonly Failure[] {
  return shareOverlaps(sharing, [layout.home, layout.cache]).map((found) => failure('share_overlap', found));
}

async function restarted(ports: EnginePorts, { restarts, replaces }: Needs): Promise<readonly Failure[]> {
  const stopped = [...restarts, ...replaces].map(({ spec }) => spec);
  const checks = stopped.flatMap(({ name, shares }) => shares.map((share) => shareSource(ports, name, share)));
  return (await Promise.all(checks)).flatMap((each) => (each.ok ? [] : each.failures));
}
