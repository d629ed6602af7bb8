/** A command that the harness kills, as it is typed. */
export interface ChainedCommand {
  readonly words: readonly string[];
  /** What the manifest says from this command on; as before without it. */
  readonly manifest?: string;
  /** True where what it is asked for is to be done once more whenever it is asked for. */
  readonly startsOver?: true;
}

/** One node with every kind of part that the fake can make. */
export const firstManifest = `all:
  vars: { vm_image: local-empty, vm_cpu: 1, vm_mem: 512MiB, vm_disk: 1GiB }
  hosts:
    10.10.10.10:
      nodename: meta
      vm_disks: [{ path: /data, size: 1GiB, persistent: true }, { path: /log, size: 1GiB }]
`;

/** The same node, larger in every way that a running one can be made larger. */
const grownManifest = firstManifest
  .replace('vm_cpu: 1', 'vm_cpu: 2')
  .replace('vm_mem: 512MiB', 'vm_mem: 768MiB')
  .replace('vm_disk: 1GiB', 'vm_disk: 2GiB')
  .replaceAll('size: 1GiB', 'size: 2GiB');

/**
 * In this order they lead from nothing to nothing, and each stands for itself: a new command is a row at the place where
 * it has something to do. What is right after it is not written down but taken from a run that nobody disturbs.
 */
export const commandChain: readonly ChainedCommand[] = [
  { words: ['up'], manifest: firstManifest },
  { words: ['stop'] },
  { words: ['start'] },
  { words: ['restart'], startsOver: true },
  { words: ['reload'], startsOver: true },
  { words: ['resize', '--all'], manifest: grownManifest },
  { words: ['recreate', '--yes'] },
  { words: ['destroy', '--yes'] },
  { words: ['purge', '--yes'] },
];
