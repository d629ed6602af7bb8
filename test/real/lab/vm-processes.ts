import { readFileSync, readdirSync } from 'node:fs';

export interface VmProcess {
  readonly pid: number;
  /** In clock ticks since the host booted, as /proc tells it. */
  readonly startTime: string;
  readonly name: string;
  readonly uuid: string;
}

/** Every QEMU process whose command line names something below `folder`, sorted by the name of its node. */
export function vmProcesses(folder: string): readonly VmProcess[] {
  const found = readdirSync('/proc').flatMap((entry) => (/^\d+$/u.test(entry) ? vmOf(Number(entry), folder) : []));
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function vmOf(pid: number, folder: string): readonly VmProcess[] {
  try {
    const words = readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').split('\0');
    const uuid = words[words.indexOf('-uuid') + 1];
    if (!words.includes('-uuid') || uuid === undefined || !words.some((word) => word.includes(`${folder}/`))) return [];
    // Fields after the program's name, which may hold spaces: the state is the first, the start time the twentieth.
    const stat =
      readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
        .split(') ')
        .at(-1)
        ?.split(' ') ?? [];
    if (stat[0] === 'Z') return [];
    return [{ pid, startTime: stat[19] ?? '', name: words[words.indexOf('-name') + 1] ?? '', uuid }];
  } catch {
    return [];
  }
}
