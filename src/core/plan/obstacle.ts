import type { DeletedWith } from './deleted-with.ts';
import type { KeptDiskProblem } from './kept-disk-problem.ts';

/** Why the command that settles a node would be refused: the manifest has to say something else first. */
export type Obstacle =
  | {
      readonly kind: 'protected';
      /** The command that would leave it alone. */
      readonly command: 'recreate' | 'destroy';
    }
  | ({
      readonly kind: 'kept_disk';
      readonly path: string;
      readonly deletedWith: DeletedWith;
    } & KeptDiskProblem);
