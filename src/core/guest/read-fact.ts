/** A number that one of our scripts printed as `NAME NUMBER` on a line of its own; null when it did not. */
export function readFact(stdout: string, name: string): number | null {
  const line = stdout.split('\n').find((each) => each.startsWith(`${name} `));
  const value = Number(line?.slice(name.length + 1));
  return line !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
