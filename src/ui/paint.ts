/** Whether text may carry colour; the caller knows the terminal, and the text never asks. */
export type Colour = 'colour' | 'plain';

const codes = { bold: 1, red: 31, green: 32, yellow: 33, cyan: 36, faint: 2 } as const;

export type Paint = keyof typeof codes;

/** The text in SGR codes, or as it is. */
export function paint(text: string, style: Paint, colour: Colour): string {
  return colour === 'plain' ? text : `\u001b[${String(codes[style])}m${text}\u001b[0m`;
}
