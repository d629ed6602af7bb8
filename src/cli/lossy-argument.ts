import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';

/**
 * The number, from 1, of the first of these last arguments of this process that is no UTF-8 text, so that node has changed
 * its bytes; null when none is, and where the system does not tell what was typed (proc(5), /proc/self/cmdline).
 */
export function lossyArgument(argv: readonly string[], typed: () => Buffer = ownCommandLine): number | null {
  if (!argv.some((word) => word.includes('\uFFFD'))) return null;
  const found = split(typed())
    .slice(-argv.length)
    .findIndex((bytes) => !isUtf8(bytes));
  return found === -1 ? null : found + 1;
}

function ownCommandLine(): Buffer {
  try {
    return readFileSync('/proc/self/cmdline');
  } catch {
    return Buffer.alloc(0);
  }
}

/** Each argument ends with a NUL. */
function split(line: Buffer): readonly Buffer[] {
  const words: Buffer[] = [];
  for (let from = 0; from < line.length; ) {
    const end = line.indexOf(0, from);
    const to = end === -1 ? line.length : end;
    words.push(line.subarray(from, to));
    from = to + 1;
  }
  return words;
}
