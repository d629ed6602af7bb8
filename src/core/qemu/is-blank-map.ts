const clusterBytes = 64 * 1024;
/** What one entry of the first-level table covers: a second-level table of 8,192 clusters. */
const coveredBytes = 8192 * clusterBytes;

/**
 * Whether a qcow2 image is one to which nothing was ever written, by the output of `qemu-img map --output=json` and the
 * length of its file; null when the output cannot be read. One whose tables name no data though its file has room for some is
 * not blank: its tables are damaged, and the data is there.
 */
export function isBlankMap(json: string, fileBytes: number): boolean | null {
  try {
    const ranges = JSON.parse(json) as unknown;
    if (!Array.isArray(ranges) || ranges.length === 0) return null;
    if (!ranges.every((range: unknown) => isObject(range) && range['data'] === false && range['zero'] === true))
      return false;
    const lengths = ranges.map((range: { readonly length?: unknown }) => Number(range.length));
    return fileBytes <= mostBlankBytes(lengths.reduce((sum, length) => sum + length, 0));
  } catch {
    return null;
  }
}

/** Header, reference counts and their table, and the first-level table, twice for a disk that has grown. */
function mostBlankBytes(virtualBytes: number): number {
  const table = Math.ceil((Math.ceil(virtualBytes / coveredBytes) * 8) / clusterBytes);
  return (4 + 2 * table) * clusterBytes;
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null;
}
