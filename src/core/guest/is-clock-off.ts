/** A clock that is off by less is left to the guest. */
const toleranceSeconds = 3;

/** Whether a guest's clock is so far off that it is to be moved. */
export function isClockOff({ clockAheadSeconds }: { readonly clockAheadSeconds: number }): boolean {
  return Math.abs(clockAheadSeconds) > toleranceSeconds;
}
