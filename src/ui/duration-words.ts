/** A length of time in the unit that a person would use. */
export function durationWords(ms: number | null): string {
  if (ms === null) return '-';
  if (ms < 1_000) return `${String(ms)} ms`;
  if (ms < 120_000) return `${(ms / 1_000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  return `${String(minutes)} min ${String(Math.round((ms % 60_000) / 1_000))} s`;
}
