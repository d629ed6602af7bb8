import { readdirSync, readFileSync } from 'node:fs';

/** The command line of every process, but ours, that names something below `folder`, by pid. */
export function processesOf(folder: string): ReadonlyMap<number, string> {
  const found = readdirSync('/proc').flatMap((entry): [number, string][] => {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid) return [];
    const words = commandLine(pid);
    return words.includes(`${folder}/`) ? [[pid, words]] : [];
  });
  return new Map(found);
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
