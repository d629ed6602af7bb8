/** Text in UTF-8, as TextEncoder would give it; an unpaired surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const read = character.codePointAt(0) ?? 0;
    const point = read >= 0xd800 && read <= 0xdfff ? 0xfffd : read;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), continuation(point));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), continuation(point >> 6), continuation(point));
    else bytes.push(0xf0 | (point >> 18), continuation(point >> 12), continuation(point >> 6), continuation(point));
  }
  return Uint8Array.from(bytes);
}

function continuation(bits: number): number {
  return 0x80 | (bits & 0x3f);
}
