/**
 * How far a guest's clock is ahead in whole seconds, when it read it between two moments of the host's clock; 0 when it may
 * be right. It reads the clock last, so the later moment is what it is compared with.
 */
export function clockAhead(
  guestSeconds: number | null,
  between: { readonly askedMs: number; readonly answeredMs: number },
): number {
  if (guestSeconds === null) return 0;
  const earliest = Math.floor(between.askedMs / 1000) - 1;
  const latest = Math.ceil(between.answeredMs / 1000) + 1;
  if (guestSeconds >= earliest && guestSeconds <= latest) return 0;
  return Math.round(guestSeconds - between.answeredMs / 1000);
}
