/** Ends a switch over a union: a new kind becomes a compile error wherever it must be known. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
