import type { EnginePorts } from '../../src/engine/engine-ports.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Mortality } from './mortality.ts';
import { isMutator, type MutatedPort, mutatedPorts } from './mutators.ts';

/** The same ports, killed with the command: every commit and every effect is a point of death, before and after. */
export function mortalPorts<P extends EnginePorts>(ports: P, life: Pick<Mortality, 'reach'>): P {
  const halt = halting(life);
  const wrapped = mutatedPorts.map((port) => [port, withPoints(ports[port], { port, life: halt })]);
  const clock: Clock = {
    ...ports.clock,
    async sleep(ms, signal) {
      await ports.clock.sleep(ms, signal);
      await halt.passed();
    },
  };
  return { ...ports, ...(Object.fromEntries(wrapped) as Pick<P, MutatedPort>), clock };
}

/** A command that stands still at a point, for good when it died there, does not go on beside it either. */
function halting({ reach }: Pick<Mortality, 'reach'>) {
  let standing = 0;
  const waiting: (() => void)[] = [];
  return {
    async reach(point: string): Promise<void> {
      standing += 1;
      await reach(point);
      standing -= 1;
      if (standing === 0) for (const goOn of waiting.splice(0)) goOn();
    },
    async passed(): Promise<void> {
      await new Promise((resolve) => setImmediate(resolve));
      while (standing > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
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
