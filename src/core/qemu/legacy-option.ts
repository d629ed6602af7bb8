/** A value inside one of QEMU's `key=value,…` options, where a comma is written twice. Everything else is taken as it is. */
export function legacyValue(value: string): string {
  return value.replaceAll(',', ',,');
}
