import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTool } from '../../../src/qemu/find-tool.ts';
import type { Lab } from './open-lab.ts';

export interface ShufflingQemu {
  /** From now on VMs are launched with their data disks in the opposite order: the last is the first. */
  readonly turnAround: () => void;
}

/** Gives all commands of the lab a QEMU that is the real one, until it is told to turn the order of data disks around. */
export function installShufflingQemu(lab: Lab): ShufflingQemu {
  const searchPath = process.env['PATH'] ?? '';
  const real = findTool('qemu-system-x86_64', { searchPath, platform: 'linux', arch: 'amd64' });
  if (!real.ok) throw new Error('there is no QEMU');
  const bin = join(lab.folder, 'shuffling');
  mkdirSync(bin);
  const script = join(bin, 'qemu-system-x86_64');
  const told = join(bin, 'turn-around');
  writeFileSync(script, scriptFor(real.value, told));
  chmodSync(script, 0o755);
  lab.env['PATH'] = `${bin}:${searchPath}`;
  return {
    turnAround: () => {
      writeFileSync(told, '');
    },
  };
}

/** One word a line, last first; then each takes the place of another. */
function scriptFor(real: string, told: string): string {
  return `#!/bin/sh
[ -e '${told}' ] || exec '${real}' "$@"
turned=''
for word; do
  case $word in *'"id":"disk-data'*) turned="$word
$turned" ;; esac
done
left=$#
while [ "$left" -gt 0 ]; do
  word=$1 left=$((left - 1))
  shift
  case $word in *'"id":"disk-data'*)
    word=\${turned%%
*}
    turned=\${turned#*
} ;;
  esac
  set -- "$@" "$word"
done
exec '${real}' "$@"
`;
}
