const leastBytes = 2 ** 20;

/** Bytes from the start of a raw disk that say whether a machine could boot from it. */
export const bootBytes = 1024;

/** Why a raw file cannot be a disk that boots, or null. Raw has no mark of its own: any file at all would pass for one. */
export function checkRawDisk(start: Uint8Array, sizeBytes: number): string | null {
  if (sizeBytes < leastBytes) return 'it is neither qcow2 nor a raw disk: a raw disk has at least 1 MiB';
  const bootRecord = start[510] === 0x55 && start[511] === 0xaa;
  const partitionTable = Array.from('EFI PART').every((letter, index) => start[512 + index] === letter.charCodeAt(0));
  return bootRecord || partitionTable ? null : 'it is neither qcow2 nor a raw disk: it has no boot record';
}
