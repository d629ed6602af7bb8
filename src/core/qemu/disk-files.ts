/** The files that the words of a QEMU give to its disks, in their order. */
export function diskFiles(argv: readonly string[]): readonly string[] {
  return argv.flatMap(filesOf);
}

function filesOf(word: string): readonly string[] {
  const files: string[] = [];
  if (!word.startsWith('{')) return files;
  try {
    JSON.parse(word, (key, value: unknown) => {
      if (key === 'filename' && typeof value === 'string') files.push(value);
      return value;
    });
  } catch {
    // A word of somebody else's QEMU.
  }
  return files;
}
