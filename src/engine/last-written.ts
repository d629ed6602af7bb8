import type { LastWritten } from '../core/plan/written-words.ts';
import type { EnginePorts } from './engine-ports.ts';

/** When these files below the home were last written, for the person who is asked whether they may go. */
export async function lastWritten(
  { nodeFiles, layout }: Pick<EnginePorts, 'nodeFiles' | 'layout'>,
  files: readonly string[],
): Promise<LastWritten> {
  const found = await nodeFiles.lastWritten(files.map((file) => layout.absolute(file)));
  return new Map(
    files.flatMap((file) => {
      const at = found.get(layout.absolute(file));
      return at === undefined ? [] : [[file, at] as const];
    }),
  );
}
