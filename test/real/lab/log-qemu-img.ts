import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
}

/** A qemu-img for the commands of a lab that is the real one, and tells what it was asked. */
export function logQemuImg(lab: Lab): LoggedQemuImg {
  const folder = join(lab.folder, 'tools');
  mkdirSync(folder);
  const real = execFileSync('sh', ['-c', 'command -v qemu-img'], { encoding: 'utf8' }).trim();
  const [log, told, stopped] = ['log', 'told', 'stopped'].map((name) => join(folder, name));
  if (log === undefined || told === undefined || stopped === undefined) throw new Error('no names');
  writeFileSync(log, '');
  writeFileSync(told, '');
  const script = `#!/bin/sh
echo "$1" >>'${log}'
[ "$1" = resize ] || exec '${real}' "$@"
case $(cat '${told}') in
  before) echo $$ >'${stopped}'; exec sleep 600 ;;
  after) '${real}' "$@"; echo $$ >'${stopped}'; exec sleep 600 ;;
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
  };
}
