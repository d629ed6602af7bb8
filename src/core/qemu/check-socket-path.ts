import { failure, type Failure } from '../failure.ts';
import { encodeUtf8 } from '../seed/utf8.ts';

/** Bytes of `sun_path` without its final NUL, see unix(7). */
const limit = 107;

/** `path_too_long` for a socket path that the kernel would not take, else null. */
export function checkSocketPath(path: string): Failure | null {
  const bytes = encodeUtf8(path).length;
  return bytes > limit ? failure('path_too_long', { path, bytes, limit }) : null;
}
