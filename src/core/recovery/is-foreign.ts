import type { StateDocument } from '../state/document.ts';
import { livesOf } from '../state/find-life.ts';
import type { FolderIdentity } from '../state/unregistered.ts';

/** What stands below `nodes/`, by the name of the folder. */
export interface StandingFolder {
  readonly name: string;
  readonly made: FolderIdentity | null;
}

/**
 * Whether the document is of another home: nothing of what it records is here, and what is here was made by another
 * deployment. Whatever such a document says is about machines that are elsewhere.
 */
export function isForeign(document: StateDocument | null, folders: readonly StandingFolder[]): boolean {
  const deployment = document?.deployment ?? null;
  if (document === null || deployment === null) return false;
  const living = new Set(livesOf(document).flatMap(({ life, folder }) => (life === 'destroyed' ? [] : [folder])));
  const isHere = folders.some(({ name }) => living.has(`nodes/${name}`));
  const ids = folders.flatMap(({ made }) => made?.deploymentId ?? []);
  return !isHere && ids.length > 0 && !ids.includes(deployment.id);
}
