import type { ModelPorts } from '../fakes/model-ports.ts';

/** Counts every commit and effect, before and after, and dies at one of them. */
export interface Mortality {
  /** Points passed so far. */
  passed: number;
  /** The point to die at, from 1; null to live. */
  readonly dieAt: number | null;
  /** Resolves at the moment of death, with where it was. */
  readonly death: Promise<string>;
  readonly reach: (point: string) => Promise<void>;
}

export function mortality(dieAt: number | null): Mortality {
  let die: (where: string) => void = () => undefined;
  const death = new Promise<string>((resolve) => {
    die = resolve;
  });
  let dead = false;
  const state: Mortality = {
    passed: 0,
    dieAt,
    death,
    reach: (point) => {
      state.passed += 1;
      if (state.passed === dieAt) {
        dead = true;
        die(point);
      }
      // A dead process does nothing more: what it was about to do never goes on.
      return dead ? new Promise<void>(() => undefined) : Promise.resolve();
    },
  };
  return state;
}

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
  hypervisor: ['createOverlay', 'createDisk', 'launch', 'cont', 'stop'],
  home: ['erase'],
  guest: ['awaitReady'],
} as const satisfies { readonly [P in keyof ModelPorts]?: readonly (keyof ModelPorts[P])[] };

/** The same ports, killed with the command: every commit and every effect is a point of death, before and after. */
export function mortalPorts(ports: ModelPorts, life: Mortality): ModelPorts {
  const wrapped = Object.entries(mutators).map(([port, names]) => {
    const inner = ports[port as keyof typeof mutators];
    return [port, withPoints(inner, { port, names, life })];
  });
  return { ...ports, ...(Object.fromEntries(wrapped) as Pick<ModelPorts, keyof typeof mutators>) };
}

function withPoints(
  inner: object,
  points: { readonly port: string; readonly names: readonly string[]; readonly life: Mortality },
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
