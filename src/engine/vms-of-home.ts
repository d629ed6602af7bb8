import type { NodeName, Uuid } from '../core/names.ts';
import { diskFiles } from '../core/qemu/disk-files.ts';
import { isVmProcess } from '../core/qemu/is-vm-process.ts';
import type { ProcessIdentity } from '../core/state/process-identity.ts';
import type { EnginePorts } from './engine-ports.ts';

/** A VM that runs on files of this home, by the words of its process. */
export interface SeenVm {
  readonly name: NodeName;
  readonly uuid: Uuid;
  readonly pid: number;
  readonly identity: ProcessIdentity;
}

/** Every QEMU with a disk in a folder of this home's `nodes/`. One that cannot be read is left out. */
export function vmsOfHome({ processes, layout }: Pick<EnginePorts, 'processes' | 'layout'>): readonly SeenVm[] {
  const below = `${layout.absolute('nodes')}/`;
  return processes.findByArguments(['-uuid']).flatMap(({ identity, argv }) => {
    const after = (word: string): string => argv[argv.indexOf(word) + 1] ?? '';
    const uuid = after('-uuid') as Uuid;
    // The whole path counts: `/nodes/` of the home `/` is in the path of every home's files.
    const isOurs = diskFiles(argv).some((file) => isInNodeFolder(file, below));
    const isVm = isVmProcess({ executable: identity.executable, argv }, uuid);
    return isOurs && isVm ? [{ name: after('-name') as NodeName, uuid, pid: identity.pid, identity }] : [];
  });
}

function isInNodeFolder(file: string, below: string): boolean {
  return file.startsWith(below) && file.slice(below.length).split('/').length === 2;
}
