/** The four numbers of a dotted decimal address without leading zeros, or null. */
export function ipv4Octets(text: string): readonly [number, number, number, number] | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (match === null) return null;
  const [a, b, c, d] = match
    .slice(1)
    .map((part) => (/^(?:0|[1-9]\d*)$/.test(part) && Number(part) <= 255 ? Number(part) : Number.NaN));
  if (a === undefined || b === undefined || c === undefined || d === undefined) return null;
  return Number.isNaN(a + b + c + d) ? null : [a, b, c, d];
}

/** The /24 around an address, as `a.b.c.0/24`. */
export function subnetOf(address: string): string {
  return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
}
