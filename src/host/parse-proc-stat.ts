export interface ProcStat {
  /** One letter: `R` running, `S` sleeping, `T` stopped, `Z` zombie, `X` dead. */
  readonly state: string;
  /** Clock ticks after boot, as text: it can pass what a number holds. */
  readonly startTime: string;
}

/**
 * Reads `/proc/<pid>/stat`, see proc(5). The second field is the program's name in parentheses and may itself hold
 * spaces, parentheses and line ends, so the fields are counted from the last `)`. Null for another form.
 */
export function parseProcStat(text: string): ProcStat | null {
  const fields = text
    .slice(text.lastIndexOf(')') + 1)
    .trim()
    .split(' ');
  const state = fields[0];
  const startTime = fields[19];
  if (state === undefined || startTime === undefined) return null;
  return /^[A-Za-z]$/.test(state) && /^\d+$/.test(startTime) ? { state, startTime } : null;
}
