const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const bytesInLine = 57;

/** Base64 as mail carries it: lines of at most 76 characters, each with its line end (RFC 2045). */
export function base64Lines(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += bytesInLine) {
    lines.push(`${encode(bytes.subarray(at, at + bytesInLine))}\n`);
  }
  return lines.join('');
}

function encode(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const digits = [18, 12, 6, 0].map((shift) => alphabet.charAt((group >> shift) & 63)).join('');
    const given = Math.min(3, bytes.length - at);
    text += given === 3 ? digits : digits.slice(0, given + 1).padEnd(4, '=');
  }
  return text;
}
