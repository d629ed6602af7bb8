import type { StateDocument } from '../state/document.ts';
import { livesOf } from '../state/find-life.ts';
import { homePaths } from '../state/home-paths.ts';
import type { Misplaced } from '../state/unregistered.ts';
import type { StandingFolder } from './is-foreign.ts';

/**
 * Folders whose node.json is that of a node which has another folder, by their own, relative to the home: copies, and ones
 * that were given another name. Two folders never are one node, so none of them is taken into a record. A node's folder is
 * the one that is recorded; where none is, the one that has its name and digits, be it there or not. Precondition: the
 * document is null or of the deployment that stands here.
 */
export function misplacedFolders(
  folders: readonly StandingFolder[],
  document: StateDocument | null,
): ReadonlyMap<string, Misplaced> {
  const standing = new Map(folders.map(({ name, made }) => [`nodes/${name}`, made]));
  const lives = new Map((document === null ? [] : livesOf(document)).map((life) => [life.uuid, life]));
  const found = new Map<string, Misplaced>();
  for (const [folder, made] of standing) {
    if (made === null) continue;
    const life = lives.get(made.uuid);
    const proper = life?.folder ?? homePaths.nodeFolder(made.name, made.uuid);
    // Without a record too: one made of it would name a folder that is not there.
    if (folder === proper) continue;
    const stands = standing.get(proper)?.uuid === made.uuid;
    found.set(folder, { of: proper, kind: stands || life?.life === 'destroyed' ? 'copy' : 'renamed' });
  }
  return found;
}
