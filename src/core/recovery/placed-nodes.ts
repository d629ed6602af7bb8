import type { StateDocument } from '../state/document.ts';
import { misplacedAdvice } from '../state/misplaced-advice.ts';
import type { FoundNode } from './found-node.ts';
import { misplacedFolders } from './misplaced-folders.ts';

export interface PlacedNodes {
  /** Those that are the node that they say they are; no two have one UUID. */
  readonly nodes: readonly FoundNode[];
  readonly misplaced: readonly { readonly folder: string; readonly problem: string }[];
}

/** What was found, without copies of nodes. Precondition: the document is null or of the deployment that stands here. */
export function placedNodes(found: readonly FoundNode[], document: StateDocument | null): PlacedNodes {
  const standing = found.map(({ folder, file }) => ({ name: folder.slice('nodes/'.length), made: file }));
  const misplaced = misplacedFolders(standing, document);
  return {
    nodes: found.filter(({ folder }) => !misplaced.has(folder)),
    misplaced: found.flatMap(({ folder, file }) => {
      const elsewhere = misplaced.get(folder);
      return elsewhere === undefined ? [] : [{ folder, problem: misplacedAdvice(file, elsewhere) }];
    }),
  };
}
