/** What came back from a script: `refused` has run nothing, `cut_off` may have run any part of it. */
export type ScriptReading =
  | { readonly kind: 'ended'; readonly exitStatus: number; readonly stdout: string }
  | { readonly kind: 'late'; readonly stdout: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'cut_off' };

const begin = 'paddock: begin\n';
const end = /paddock: end (\d+) (in-time|late)\n$/u;

/** Reads the stdout of run-script.sh: only its last line proves that the script has ended, and how. */
export function readScriptOutput(stdout: string): ScriptReading {
  if (!stdout.startsWith(begin)) return { kind: 'refused' };
  const match = end.exec(stdout);
  if (match === null) return { kind: 'cut_off' };
  const said = stdout.slice(begin.length, match.index);
  if (match[2] === 'late') return { kind: 'late', stdout: said };
  return { kind: 'ended', exitStatus: Number(match[1]), stdout: said };
}
