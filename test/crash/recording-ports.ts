import type { EnginePorts } from '../../src/engine/engine-ports.ts';

/** Every method of a port, as `port.method`. */
export type MethodOf<P> = {
  [K in keyof P & string]: P[K] extends object
    ? { [M in keyof P[K] & string]: P[K][M] extends (...words: never) => unknown ? `${K}.${M}` : never }[keyof P[K] &
        string]
    : never;
}[keyof P & string];

/**
 * The same ports, with each call of a method written down as `port.method` before it is made. What is not in `allowed`
 * throws there: it was not to be called at all.
 */
export function recordingPorts<P extends EnginePorts>(
  ports: P,
  options: { readonly allowed: readonly string[]; readonly calls: string[] },
): P {
  const entries = Object.entries(ports).map(([port, inner]: [string, unknown]) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return [port, inner];
    return [port, recording(inner, { port, ...options })];
  });
  return { ...ports, ...(Object.fromEntries(entries) as object) };
}

function recording(
  inner: object,
  { port, allowed, calls }: { readonly port: string; readonly allowed: readonly string[]; readonly calls: string[] },
): object {
  return new Proxy(inner, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...words: unknown[]): unknown => {
        const call = `${port}.${String(name)}`;
        calls.push(call);
        if (!allowed.includes(call)) throw new Error(`${call} was called by what may only read and record`);
        return Reflect.apply(member, target, words);
      };
    },
  });
}
