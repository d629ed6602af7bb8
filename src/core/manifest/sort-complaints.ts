import type { Failure } from '../failure.ts';

/** By line, then column; those of one place stay in the order in which they were made. */
export function sortComplaints(complaints: readonly Failure[]): readonly Failure[] {
  return complaints
    .map((complaint) => ({ complaint, ...lineAndColumn(complaint) }))
    .toSorted((left, right) => left.line - right.line || left.column - right.column)
    .map(({ complaint }) => complaint);
}

function lineAndColumn(complaint: Failure): { readonly line: number; readonly column: number } {
  return 'at' in complaint ? { line: complaint.at.line, column: complaint.at.column } : { line: 0, column: 0 };
}
