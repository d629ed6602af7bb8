import type { DesiredSetUp } from './desired-set-up.ts';
import { type GuestStage, guestStages } from './guest-stage.ts';
import { isClockOff } from './is-clock-off.ts';
import type { ReadyMarker } from './ready-marker.ts';

/** What was seen of a guest that answers. */
export interface SeenGuest {
  readonly marker: ReadyMarker | null;
  readonly mountPoints: readonly string[];
  /** How far its clock is ahead, in whole seconds; 0 within what a login can tell. */
  readonly clockAheadSeconds: number;
}

/** The stages that the guest's own marker does not vouch for, in their order. */
export function unfinishedStages(desired: DesiredSetUp, seen: SeenGuest): readonly GuestStage[] {
  const marker = seen.marker?.uuid === desired.uuid ? seen.marker : null;
  return guestStages.filter((stage) => {
    if (stage === 'time' && isClockOff(seen)) return true;
    if ((stage === 'disks' || stage === 'shares') && !allMounted(desired.stages[stage].lines, seen)) return true;
    const done = marker?.stages[stage];
    return done?.state !== 'ok' || done.digest !== desired.stages[stage].digest;
  });
}

/** True when nothing at all is to be done in the guest. */
export function isSetUp(desired: DesiredSetUp, seen: SeenGuest): boolean {
  return unfinishedStages(desired, seen).length === 0 && seen.marker?.specHash === desired.specHash;
}

/** Both kinds of lines end with the path, which is the fourth word or more. Tables of mounts write a space as a number. */
function allMounted(lines: readonly string[], { mountPoints }: SeenGuest): boolean {
  const paths = lines.map((line) => line.split(' ').slice(3).join(' '));
  return paths.every((path) => mountPoints.includes(path.replaceAll('\\', '\\134').replaceAll(' ', '\\040')));
}
