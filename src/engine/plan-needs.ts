import type { EnginePorts } from './engine-ports.ts';
import type { Needs } from './preflight/findings.ts';
import type { Reviewed } from './review-plan.ts';
import type { NodeNeed } from './assess-plan.ts';

/** What the command needs from the host; null when it starts nothing, and then nothing has to be checked. */
export function planNeeds(
  ports: EnginePorts,
  work: { readonly reviewed: Reviewed; readonly needs: readonly NodeNeed[] },
): Needs | null {
  const starting = work.needs.filter(({ need }) => need === 'create' || need === 'start' || need === 'restart');
  if (starting.length === 0) return null;
  const { envelope, runtime } = work.reviewed.plan;
  return {
    arch: envelope.arch === 'native' ? ports.resources.arch() : envelope.arch,
    runtime,
    creates: starting.filter((node) => node.record === null).map((node) => node.desired.spec),
    starts: starting.flatMap((node) => (node.launched ? [] : (node.record ?? []))),
    restarts: starting.flatMap((node) => (node.launched && node.need === 'restart' ? (node.record ?? []) : [])),
  };
}
