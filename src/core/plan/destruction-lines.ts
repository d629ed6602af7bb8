import { displaySize } from '../display-size.ts';
import type { Destruction, EndedDisk } from './destruction.ts';
import { type LastWritten, writtenWords } from './written-words.ts';

/** What a destruction deletes and what it keeps, one line each, for the person who is asked. */
export function destructionLines(destruction: Destruction, written: LastWritten): readonly string[] {
  const { nodes, retained, untouched, home } = destruction;
  const ended = nodes.flatMap(({ name, address, disks }) => [
    `node ${name} (${address})`,
    ...disks.map((disk) => `  ${endWord(disk)} ${nodeDiskWords(disk)}, ${writtenWords(disk.file, written)}`),
  ]);
  const kept = retained.map((disk) => `  ${endWord(disk)} ${retainedWords(disk)}, ${writtenWords(disk.file, written)}`);
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
