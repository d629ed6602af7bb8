/** One system call of a trace of `strace -f -yy`, with the lines on which it began and ended. */
export interface TracedCall {
  readonly pid: string;
  readonly name: string;
  readonly text: string;
  readonly began: number;
  readonly ended: number;
}

const line = /^(?<pid>\d+) +(?:<\.\.\. (?<resumed>\w+) resumed>|(?<name>\w+)\()(?<rest>.*)$/u;
const unfinished = ' <unfinished ...>';

/** Puts calls that others interrupted together again. Calls that never ended are left out, all but execve. */
export function readTrace(trace: string): readonly TracedCall[] {
  const open = new Map<string, TracedCall>();
  const calls: TracedCall[] = [];
  for (const [index, text] of trace.split('\n').entries()) {
    const { pid, resumed, name, rest } = line.exec(text)?.groups ?? {};
    if (pid === undefined || rest === undefined) continue;
    const begun = open.get(pid);
    if (name !== undefined && rest.endsWith(unfinished)) {
      open.set(pid, { pid, name, text: rest.slice(0, -unfinished.length), began: index, ended: Infinity });
    } else if (name !== undefined) {
      calls.push({ pid, name, text: rest, began: index, ended: index });
    } else if (begun !== undefined && begun.name === resumed) {
      open.delete(pid);
      calls.push({ ...begun, text: begun.text + rest, ended: index });
    }
  }
  return [...calls, ...[...open.values()].filter(({ name }) => name === 'execve')];
}
