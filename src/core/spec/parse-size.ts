import { type SizeUnit, bytesPerUnit } from './format-size.ts';

/** Bytes of an integer with a unit (`8GiB`), or null when it is not exactly that. Huge values come back inexact, for a range check to refuse. */
export function parseSize(text: string): number | null {
  const match = /^(0|[1-9][0-9]*)(B|KiB|MiB|GiB|TiB|KB|MB|GB|TB)$/.exec(text);
  if (match === null) return null;
  return Number(match[1]) * bytesPerUnit[match[2] as SizeUnit];
}
