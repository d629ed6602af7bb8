/** A user-data file: its bytes, and the digest by which node specs know it. */
export interface UserData {
  /** Lower-case hex. */
  readonly sha256: string;
  readonly bytes: Uint8Array;
}
