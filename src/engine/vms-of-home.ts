import type { NodeName, Uuid } from '../core/names.ts';
import { isVmProcess } from '../core/qemu/is-vm-process.ts';
import type { EnginePorts } from './engine-ports.ts';

/** A VM that runs on files of this home, by the words of its process. */
export interface SeenVm {
  readonly name: NodeName;
  readonly uuid: Uuid;
  readonly pid: number;
}

/** Every QEMU whose words name a file below this home's `nodes/`. One that cannot be read is left out. */
export function vmsOfHome({ processes, layout }: Pick<EnginePorts, 'processes' | 'layout'>): readonly SeenVm[] {
  // The words are JSON, in which a path may have to be escaped.
  const below = JSON.stringify(`${layout.absolute('nodes')}/`).slice(1, -1);
  return processes.findByArguments(['-uuid']).flatMap(({ identity, argv }) => {
    const after = (word: string): string => argv[argv.indexOf(word) + 1] ?? '';
    const uuid = after('-uuid') as Uuid;
    const isOurs = argv.some((word) => word.includes(below));
    const isVm = isVmProcess({ executable: identity.executable, argv }, uuid);
    return isOurs && isVm ? [{ name: after('-name') as NodeName, uuid, pid: identity.pid }] : [];
  });
}
