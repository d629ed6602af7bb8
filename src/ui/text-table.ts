/** Left-aligned columns, two spaces apart; the last column is not padded. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
