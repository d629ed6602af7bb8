import type { DesiredSetUp } from './desired-set-up.ts';
import { type GuestStage, guestStages } from './guest-stage.ts';
import type { ReadyMarker } from './ready-marker.ts';

/** What was seen of a guest that answers. */
export interface SeenGuest {
  readonly marker: ReadyMarker | null;
  readonly mountPoints: readonly string[];
  /** How far its clock is ahead, in whole seconds; 0 within what a login can tell. */
  readonly clockAheadSeconds: number;
}

/** A clock that is off by less is left to the guest. */
const clockToleranceSeconds = 3;

/** The stages that the guest's own marker does not vouch for, in their order. */
export function unfinishedStages(desired: DesiredSetUp, seen: SeenGuest): readonly GuestStage[] {
  const marker = seen.marker?.uuid === desired.uuid ? seen.marker : null;
  return guestStages.filter((stage) => {
    if (stage === 'time' && Math.abs(seen.clockAheadSeconds) > clockToleranceSeconds) return true;
    if (stage === 'disks' && !allMounted(desired, seen)) return true;
    const done = marker?.stages[stage];
    return done?.state !== 'ok' || done.digest !== desired.stages[stage].digest;
  });
}

/** True when nothing at all is to be done in the guest. */
export function isSetUp(desired: DesiredSetUp, seen: SeenGuest): boolean {
  return unfinishedStages(desired, seen).length === 0 && seen.marker?.specHash === desired.specHash;
}

function allMounted(desired: DesiredSetUp, { mountPoints }: SeenGuest): boolean {
  const paths = desired.stages.disks.lines.map((line) => line.split(' ').slice(3).join(' '));
  return paths.every((path) => mountPoints.includes(path));
}
