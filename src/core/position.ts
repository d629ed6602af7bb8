/** A place in a text file as people count it: lines and columns from 1. */
export interface Position {
  /** The file as the person named it, or `<stdin>`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** `paddock.yml:7:15`, the form that editors jump to. */
export function formatPosition(position: Position): string {
  return `${position.file}:${String(position.line)}:${String(position.column)}`;
}
