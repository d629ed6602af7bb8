/** Bytes in one of each unit that a size may be written in; case-sensitive, binary and decimal. */
export const bytesPerUnit = {
  B: 1,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
} as const;

export type SizeUnit = keyof typeof bytesPerUnit;

/** The shortest exact spelling in binary units: 4294967296 is `4GiB`. */
export function formatSize(bytes: number): string {
  for (const unit of ['TiB', 'GiB', 'MiB', 'KiB'] as const) {
    if (bytes >= bytesPerUnit[unit] && bytes % bytesPerUnit[unit] === 0)
      return `${String(bytes / bytesPerUnit[unit])}${unit}`;
  }
  return `${String(bytes)}B`;
}
