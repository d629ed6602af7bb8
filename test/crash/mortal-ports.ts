import type { EnginePorts } from '../../src/engine/engine-ports.ts';
import type { Mortality } from './mortality.ts';

/**
 * Methods that change something outside or make it durable. A port method is either here or reads only; the list of a
 * port that a new effect joins is the one place where the harness must be told.
 */
const mutators = {
  store: ['commit', 'archive', 'keepInputs', 'discard'],
  nodeFiles: [
    'writeNodeRecord',
    'createHostKey',
    'writeSeed',
    'createFirmwareVars',
    'removeFile',
    'removeSockets',
    'removeNodeFolder',
  ],
  hypervisor: ['createOverlay', 'createDisk', 'launch', 'cont', 'plugCpus', 'setMemory', 'growDisk', 'stop'],
  home: ['erase'],
  guest: ['awaitReady', 'runScript', 'controlKey'],
} as const satisfies { readonly [P in keyof EnginePorts]?: readonly (keyof EnginePorts[P])[] };

/** The same ports, killed with the command: every commit and every effect is a point of death, before and after. */
export function mortalPorts<P extends EnginePorts>(ports: P, life: Pick<Mortality, 'reach'>): P {
  const wrapped = Object.entries(mutators).map(([port, names]) => {
    const inner = ports[port as keyof typeof mutators];
    return [port, withPoints(inner, { port, names, life })];
  });
  return { ...ports, ...(Object.fromEntries(wrapped) as Pick<P, keyof typeof mutators>) };
}

function withPoints(
  inner: object,
  points: { readonly port: string; readonly names: readonly string[]; readonly life: Pick<Mortality, 'reach'> },
): object {
  return new Proxy(inner, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (!points.names.includes(String(name)))
        return (...words: unknown[]): unknown => Reflect.apply(member, target, words);
      return async (...words: unknown[]): Promise<unknown> => {
        const where = `${points.port}.${String(name)}`;
        await points.life.reach(`before ${where}`);
        const result: unknown = await Reflect.apply(member, target, words);
        await points.life.reach(`after ${where}`);
        return result;
      };
    },
  });
}
