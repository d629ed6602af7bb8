import type { StateDocument } from '../state/document.ts';
import { livesOf } from '../state/find-life.ts';
import type { FolderIdentity } from '../state/unregistered.ts';

/** What stands below `nodes/`, by the name of the folder. */
export interface StandingFolder {
  readonly name: string;
  readonly made: FolderIdentity | null;
}

/**
 * Whether the document is of another deployment: what stands in the folders that it records, or where none of them is here
 * in any folder, was made by others and none of it by this one. The name of a folder alone is no proof that it is the
 * document's: only its node.json says who made it.
 */
export function isForeign(document: StateDocument | null, folders: readonly StandingFolder[]): boolean {
  const deployment = document?.deployment ?? null;
  if (document === null || deployment === null) return false;
  const living = new Set(livesOf(document).flatMap(({ life, folder }) => (life === 'destroyed' ? [] : [folder])));
  const here = folders.filter(({ name }) => living.has(`nodes/${name}`));
  const ids = (here.length > 0 ? here : folders).flatMap(({ made }) => made?.deploymentId ?? []);
  return ids.length > 0 && !ids.includes(deployment.id);
}
