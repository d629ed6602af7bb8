import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTool } from '../../../src/qemu/find-tool.ts';
import type { Lab } from './open-lab.ts';

/**
 * A PATH on which a QEMU comes first that is the real one, but for the order in which its VMs meet their data disks: the
 * last is the first.
 */
export function installShufflingQemu(lab: Lab): string {
  const searchPath = process.env['PATH'] ?? '';
  const real = findTool('qemu-system-x86_64', { searchPath, platform: 'linux', arch: 'amd64' });
  if (!real.ok) throw new Error('there is no QEMU');
  const bin = join(lab.folder, 'shuffling');
  mkdirSync(bin);
  const script = join(bin, 'qemu-system-x86_64');
  writeFileSync(script, scriptFor(real.value));
  chmodSync(script, 0o755);
  return `${bin}:${searchPath}`;
}

/** One word a line, last first; then each takes the place of another. */
function scriptFor(real: string): string {
  return `#!/bin/sh
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
