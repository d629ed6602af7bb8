const units = [
  ['TiB', 2 ** 40],
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
  ['KiB', 2 ** 10],
] as const;

/** A size as a manifest takes it: an integer with the largest unit that loses nothing, `4GiB`, `1536MiB`, never `1.5GiB`. */
export function sizeWords(bytes: number): string {
  for (const [unit, factor] of units) {
    if (bytes >= factor && bytes % factor === 0) return `${String(bytes / factor)}${unit}`;
  }
  return `${String(bytes)}B`;
}
