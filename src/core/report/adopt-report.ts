import type { NodeName, Uuid } from '../names.ts';

/** What `recover --adopt` took into the record. */
export interface AdoptReport {
  /** The file that does not read, when there was one. */
  readonly damaged: string | null;
  readonly adopted: readonly {
    readonly name: NodeName;
    readonly uuid: Uuid;
    readonly folder: string;
    readonly address: string;
    readonly state: 'running' | 'paused' | 'stopped' | 'creating';
    readonly pid: number | null;
    readonly protect: boolean;
    /** False when nothing on file tells of its protection and ports: then they come with the next `up`. */
    readonly agreedOnFile: boolean;
  }[];
  readonly retained: readonly { readonly node: NodeName; readonly disk: string; readonly file: string }[];
  /** What stands there and says not whose it is. */
  readonly leftAlone: readonly { readonly path: string; readonly problem: string }[];
}
