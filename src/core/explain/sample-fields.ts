/**
 * Stands in for the fields of any failure, so that its sentence can be shown before it has happened: every field, at any
 * depth, reads as its name in angle brackets.
 */
export function sampleFields(): never {
  return new Proxy({}, { get: (_target, name) => sample(String(name)) }) as never;
}

function sample(name: string): unknown {
  if (/Bytes$/.test(name)) return 2 ** 30;
  if (/Ms$/.test(name)) return 60_000;
  const word = `<${name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}>`;
  const list: readonly string[] = [word];
  return new Proxy(list, {
    get(target, key) {
      if (key === Symbol.toPrimitive || key === 'toString' || key === 'toJSON') return () => word;
      if (key in target) return Reflect.get(target, key) as unknown;
      // A text has methods too, and a structure has fields of its own.
      const method: unknown = typeof key === 'string' ? Reflect.get(String.prototype, key) : undefined;
      if (typeof method === 'function') return method.bind(word) as unknown;
      return typeof key === 'string' ? sample(key) : undefined;
    },
  });
}
