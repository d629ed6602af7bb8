import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lab } from './open-lab.ts';

export interface LoggedQemuImg {
  /** What commands are to be run with. */
  readonly env: { readonly PATH: string };
  /** The verbs that it was run with so far. */
  readonly verbs: () => readonly string[];
  /**
   * At its next `resize` the program shows up in the file `stopped`, before or after its work, and goes no further until it
   * is killed; null to work as usual.
   */
  readonly stopAt: (when: 'before' | 'after' | null) => void;
  readonly stopped: string;
  /** From its next `resize` on the program takes its time before each write to the image. */
  readonly slowDown: () => void;
  /** How many writes to the image the slow one has begun so far, and its pid once it has begun one. */
  readonly writes: () => { readonly begun: number; readonly pid: number | null };
}

/** Long enough for a test to see a write before the next one. */
const microsecondsForEachWrite = 700_000;

/** A qemu-img for the commands of a lab that is the real one, and tells what it was asked. */
export function logQemuImg(lab: Lab): LoggedQemuImg {
  const folder = join(lab.folder, 'tools');
  mkdirSync(folder);
  const real = execFileSync('sh', ['-c', 'command -v qemu-img'], { encoding: 'utf8' }).trim();
  const [log, told, stopped, trace] = ['log', 'told', 'stopped', 'trace'].map((name) => join(folder, name));
  if (log === undefined || told === undefined || stopped === undefined || trace === undefined)
    throw new Error('no names');
  writeFileSync(log, '');
  writeFileSync(told, '');
  const script = `#!/bin/sh
echo "$1" >>'${log}'
[ "$1" = resize ] || exec '${real}' "$@"
case $(cat '${told}') in
  before) echo $$ >'${stopped}'; exec sleep 600 ;;
  after) '${real}' "$@"; echo $$ >'${stopped}'; exec sleep 600 ;;
  slow) exec strace -f -qq -o '${trace}' -e trace=pwrite64 \\
    -e inject=pwrite64:delay_exit=${String(microsecondsForEachWrite)} '${real}' "$@" ;;
esac
exec '${real}' "$@"
`;
  writeFileSync(join(folder, 'qemu-img'), script, { mode: 0o755 });
  return {
    env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    verbs: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((verb) => verb !== ''),
    stopAt: (when) => {
      writeFileSync(told, when ?? '');
    },
    stopped,
    slowDown: () => {
      rmSync(trace, { force: true });
      writeFileSync(told, 'slow');
    },
    writes: () => {
      const lines = existsSync(trace) ? readFileSync(trace, 'utf8').match(/^(\d+) +pwrite64\(/gmu) : null;
      return { begun: lines?.length ?? 0, pid: processOf(/\d+/u.exec(lines?.[0] ?? '')?.[0]) };
    },
  };
}

/** The process of one of its threads; null once it has ended. */
function processOf(thread: string | undefined): number | null {
  if (thread === undefined || !existsSync(`/proc/${thread}/status`)) return null;
  return Number(/^Tgid:\s+(\d+)/mu.exec(readFileSync(`/proc/${thread}/status`, 'utf8'))?.[1] ?? Number.NaN);
}
