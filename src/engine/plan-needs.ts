import { isStartDue } from '../core/state/open-resize.ts';
import { begunResize } from './begun-resize.ts';
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
  const resizing = work.needs.flatMap((node) => {
    const record = begunResize(node);
    return record === null ? [] : [{ ...node, record }];
  });
  if (starting.length === 0 && resizing.length === 0) return null;
  const { envelope, runtime } = work.reviewed.plan;
  return {
    arch: envelope.arch === 'native' ? ports.resources.arch() : envelope.arch,
    runtime,
    creates: starting.filter((node) => node.record === null).map((node) => node.desired.spec),
    starts: [
      ...starting.flatMap((node) => (node.launched ? [] : (node.record ?? []))),
      ...resizing.filter((node) => !node.launched && isStartDue(node.record)).map((node) => node.record),
    ],
    restarts: [
      ...starting.flatMap((node) => (node.launched && node.need === 'restart' ? (node.record ?? []) : [])),
      ...resizing.filter((node) => node.launched && mayRestart(node)).map((node) => node.record),
    ],
    resizes: resizing.map((node) => node.record),
  };
}

function mayRestart({ grant }: NodeNeed): boolean {
  return grant.kind === 'resize' && grant.allowRestart;
}
