/** Whether the output of `qemu-img map --output=json` shows a disk without any data; null when it cannot be read. */
export function isBlankMap(json: string): boolean | null {
  try {
    const ranges = JSON.parse(json) as unknown;
    if (!Array.isArray(ranges) || ranges.length === 0) return null;
    return ranges.every((range: unknown) => isObject(range) && range['data'] === false && range['zero'] === true);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null;
}
