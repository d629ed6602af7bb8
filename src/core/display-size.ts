const units = [
  ['TiB', 2 ** 40],
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
  ['KiB', 2 ** 10],
] as const;

/** Bytes for people: the largest binary unit that needs no fraction, else one decimal of the largest that fits: `4GiB`, `1.5GiB`. */
export function displaySize(bytes: number): string {
  for (const [unit, size] of units) {
    if (bytes < size) continue;
    const exact = bytes / size;
    return Number.isInteger(exact) ? `${String(exact)}${unit}` : `${exact.toFixed(1)}${unit}`;
  }
  return `${String(bytes)}B`;
}
