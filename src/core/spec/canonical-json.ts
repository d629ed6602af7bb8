import stringify from 'fast-json-stable-stringify';

/**
 * One text for one JSON value, whatever the order of its keys. Throws on what JSON would lose or change without a word
 * (undefined, NaN, infinities, bigint, functions, symbols, sparse lists, objects of a class): a hash over such a text
 * would be equal for values that are not.
 */
export function canonicalJson(value: unknown): string {
  refuseLossy(value, []);
  return stringify(value);
}

function refuseLossy(value: unknown, path: readonly string[]): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number') {
    if (Number.isFinite(value) && !Object.is(value, -0)) return;
    throw lossy(path, String(value));
  }
  if (typeof value !== 'object') throw lossy(path, typeof value);
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) refuseLossy(value[index], [...path, String(index)]);
    return;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw lossy(path, 'an object of a class');
  if (Object.getOwnPropertySymbols(value).length > 0) throw lossy(path, 'a symbol key');
  if ('toJSON' in value) throw lossy(path, 'a toJSON of its own');
  for (const [key, part] of Object.entries(value)) refuseLossy(part, [...path, key]);
}

function lossy(path: readonly string[], what: string): TypeError {
  return new TypeError(`not JSON at ${path.length === 0 ? 'the top' : path.join('.')}: ${what}`);
}
