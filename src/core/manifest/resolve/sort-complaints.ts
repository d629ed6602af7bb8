import type { Failure } from '../../failure.ts';

/** By line, then column. One mistake behind an anchor is met by every host that uses it, and is said once. */
export function sortComplaints(complaints: readonly Failure[]): readonly Failure[] {
  const seen = new Set<string>();
  return complaints
    .map((complaint) => ({ complaint, ...lineAndColumn(complaint) }))
    .toSorted((left, right) => left.line - right.line || left.column - right.column)
    .filter(({ complaint, line, column }) => {
      const key = JSON.stringify([complaint.reason, line, column, distinguishing(complaint)]);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .map(({ complaint }) => complaint);
}

function lineAndColumn(complaint: Failure): { readonly line: number; readonly column: number } {
  return 'at' in complaint ? { line: complaint.at.line, column: complaint.at.column } : { line: 0, column: 0 };
}

/** What tells two complaints of one kind at one place apart; not the host that met them. */
function distinguishing(complaint: Failure): readonly unknown[] {
  return ['variable', 'shown', 'field', 'name'].map(
    (field) => (complaint as unknown as Record<string, unknown>)[field] ?? null,
  );
}
