import { failure } from '../core/failure.ts';
import { type Result, fail, ok } from '../core/result.ts';

/** Bytes → text, when they are UTF-8. A byte order mark stays: the parser knows it. */
export function decodeManifest(bytes: Uint8Array, path: string): Result<string> {
  const encoding = wideEncoding(bytes);
  if (encoding !== null) return fail(failure('manifest_not_utf8', { path, encoding }));
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return fail(failure('manifest_not_utf8', { path, encoding: null }));
  }
}

/** Told by the byte order mark, or by the zero bytes that ASCII has in wide encodings (YAML 1.2.2 §5.2). */
function wideEncoding(bytes: Uint8Array): 'UTF-16' | 'UTF-32' | null {
  const [a = 1, b = 1, c = 1, d = 1] = bytes;
  const zeros = [a, b, c, d].map((byte) => (byte === 0 ? '0' : 'x')).join('');
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || zeros === 'x000' || zeros === '000x') return 'UTF-32';
  if (zeros === '00xx' && c === 0xfe && d === 0xff) return 'UTF-32';
  const marked = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
  return marked || zeros === 'x0x0' || zeros === '0x0x' ? 'UTF-16' : null;
}
