/** One file in the root folder of a seed volume. */
export interface SeedFile {
  /** Printable ASCII without `/`; long names are kept as they are. */
  readonly name: string;
  readonly bytes: Uint8Array;
}
