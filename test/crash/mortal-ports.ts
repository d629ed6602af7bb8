import type { EnginePorts } from '../../src/engine/engine-ports.ts';
import type { Mortality } from './mortality.ts';
import { isMutator, type MutatedPort, mutatedPorts } from './mutators.ts';

/** The same ports, killed with the command: every commit and every effect is a point of death, before and after. */
export function mortalPorts<P extends EnginePorts>(ports: P, life: Pick<Mortality, 'reach'>): P {
  const wrapped = mutatedPorts.map((port) => [port, withPoints(ports[port], { port, life })]);
  return { ...ports, ...(Object.fromEntries(wrapped) as Pick<P, MutatedPort>) };
}

function withPoints(
  inner: object,
  points: { readonly port: MutatedPort; readonly life: Pick<Mortality, 'reach'> },
): object {
  return new Proxy(inner, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (!isMutator(points.port, String(name)))
        return (...words: unknown[]): unknown => Reflect.apply(member, target, words);
      return async (...words: unknown[]): Promise<unknown> => {
        const where = [`${points.port}.${String(name)}`, ...subjectOf(words[0])].join(' ');
        await points.life.reach(`before ${where}`);
        const result: unknown = await Reflect.apply(member, target, words);
        await points.life.reach(`after ${where}`);
        return result;
      };
    },
  });
}

/** What the authorised action that opens a driver is about, in the same words however often it is tried. */
function subjectOf(opening: unknown): readonly string[] {
  if (typeof opening !== 'object' || opening === null || !('kind' in opening && 'uuid' in opening)) return [];
  const disk = 'disk' in opening ? [String(opening.disk)] : [];
  return [String(opening.kind), String(opening.uuid), ...disk];
}
