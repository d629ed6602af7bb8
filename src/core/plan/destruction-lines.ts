import { displaySize } from '../display-size.ts';
import type { Instant } from '../names.ts';
import type { Destruction, EndedDisk } from './destruction.ts';

/** When a disk was last written, by its file below the home; a file that is not there has no time. */
export type LastWritten = ReadonlyMap<string, Instant>;

/** What a destruction deletes and what it keeps, one line each, for the person who is asked. */
export function destructionLines(destruction: Destruction, written: LastWritten): readonly string[] {
  const { nodes, retained, untouched, home } = destruction;
  const ended = nodes.flatMap(({ name, address, disks }) => [
    `node ${name} (${address})`,
    ...disks.map((disk) => `  ${endWord(disk)} ${nodeDiskWords(disk)}, ${writtenWords(disk, written)}`),
  ]);
  const kept = retained.map((disk) => `  ${endWord(disk)} ${retainedWords(disk)}, ${writtenWords(disk, written)}`);
  if (home === 'erased') {
    return [...ended, 'the home', ...kept, '  deletes keys, history and state', '  keeps   the image cache'];
  }
  const others =
    untouched.length === 0 ? [] : [`  keeps   node${untouched.length > 1 ? 's' : ''} ${untouched.join(', ')}`];
  return [...ended, 'the rest', ...others, ...kept, '  keeps   keys, history and the image cache'];
}

function endWord({ end }: EndedDisk): string {
  return end === 'deleted' ? 'deletes' : 'keeps  ';
}

function nodeDiskWords({ path, sizeBytes }: EndedDisk): string {
  return `${path === null ? 'root disk' : `disk ${path}`}, ${displaySize(sizeBytes)}`;
}

function retainedWords({ node, path, sizeBytes }: EndedDisk): string {
  return `kept disk ${path ?? ''} of ${node}, ${displaySize(sizeBytes)}`;
}

function writtenWords({ file }: EndedDisk, written: LastWritten): string {
  const at = written.get(file);
  return at === undefined ? 'not there' : `last written ${at.slice(0, 16).replace('T', ' ')} UTC`;
}
