import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lab } from './open-lab.ts';
import { installStandInQemu } from './stand-in-qemu.ts';

export interface ShufflingQemu {
  /** From now on VMs are launched with their data disks in the opposite order: the last is the first. */
  readonly turnAround: () => void;
}

const told = 'turn-around';

/** Gives all commands of the lab a QEMU that is the real one, until it is told to turn the order of data disks around. */
export function installShufflingQemu(lab: Lab): ShufflingQemu {
  const { bin, path } = installStandInQemu(lab, 'shuffling', (at) => scriptFor(at.real, join(at.bin, told)));
  lab.env['PATH'] = path;
  return {
    turnAround: () => {
      writeFileSync(join(bin, told), '');
    },
  };
}

/** One word a line, last first; then each takes the place of another. */
function scriptFor(real: string, flag: string): string {
  return `#!/bin/sh
[ -e '${flag}' ] || exec '${real}' "$@"
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
