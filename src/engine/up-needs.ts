import type { EnginePorts } from './engine-ports.ts';
import type { Needs } from './preflight/findings.ts';
import type { Reviewed } from './review.ts';
import type { NodeNeed } from './up-work.ts';

/** What `up` needs from the host; null when it starts nothing, and then nothing has to be checked. */
export function upNeeds(
  ports: EnginePorts,
  work: { readonly reviewed: Reviewed; readonly needs: readonly NodeNeed[] },
): Needs | null {
  const starting = work.needs.filter((node) => node.need === 'create' || node.need === 'start');
  if (starting.length === 0) return null;
  const { envelope, runtime } = work.reviewed.plan;
  return {
    arch: envelope.arch === 'native' ? ports.resources.arch() : envelope.arch,
    runtime,
    creates: starting.filter((node) => node.record === null).map((node) => node.desired.spec),
    starts: starting.flatMap((node) => (node.launched ? [] : (node.record ?? []))),
  };
}
