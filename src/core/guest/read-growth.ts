/** What grow-disks.sh found on a disk: a file system that reaches to its end, nothing, or trouble in its own words. */
export type DiskGrowth =
  | { readonly kind: 'grown'; readonly fileSystemBytes: number }
  | { readonly kind: 'blank' }
  | { readonly kind: 'failed'; readonly detail: string };

/** By serial; a disk of which the script said nothing is not in it. */
export function readGrowth(stdout: string): ReadonlyMap<string, DiskGrowth> {
  const growths = new Map<string, DiskGrowth>();
  for (const line of stdout.split('\n')) {
    const [serial, kind, ...words] = line.split(' ');
    if (serial === undefined || kind === undefined) continue;
    const detail = words.join(' ');
    if (kind === 'grown' && /^\d+$/u.test(detail)) growths.set(serial, { kind, fileSystemBytes: Number(detail) });
    else if (kind === 'blank') growths.set(serial, { kind });
    else growths.set(serial, { kind: 'failed', detail: kind === 'failed' ? detail : line });
  }
  return growths;
}
