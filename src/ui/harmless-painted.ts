import { harmless } from './harmless.ts';
import type { Colour } from './paint.ts';

/** The codes that paint.ts writes, and no others. */
const ours = /(\u001b\[(?:0|1|2|31|32|33|36)m)/u;

/** Painted text, safe to print: our own colours stay, whatever else a terminal acts on is shown as escapes. */
export function harmlessPainted(text: string, colour: Colour): string {
  if (colour === 'plain') return harmless(text);
  return text
    .split(ours)
    .map((piece) => (ours.test(piece) ? piece : harmless(piece)))
    .join('');
}
