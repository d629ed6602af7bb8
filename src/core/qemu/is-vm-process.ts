/** A process as the table shows it. */
export interface SeenProcess {
  readonly executable: string | null;
  readonly argv: readonly string[];
}

/** Whether these are the words of the VM with this UUID: `-uuid` and exactly the value after it. */
export function hasUuidArgument(argv: readonly string[], uuid: string): boolean {
  return argv.some((word, at) => word === '-uuid' && argv[at + 1] === uuid);
}

/**
 * Whether this process is a QEMU that runs the VM with this UUID, judged without a record of it: an emulator by its
 * file, or by the script that an interpreter runs, so that `grep -uuid …` is none.
 */
export function isVmProcess(seen: SeenProcess, uuid: string): boolean {
  const emulator = [seen.executable, seen.argv[0], seen.argv[1]].some((word) => isEmulator(word ?? ''));
  return emulator && hasUuidArgument(seen.argv, uuid);
}

function isEmulator(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/ \(deleted\)$/, '');
  return name.startsWith('qemu-system-') || name === 'qemu-kvm';
}
