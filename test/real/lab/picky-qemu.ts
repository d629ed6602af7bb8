import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTool } from '../../../src/qemu/find-tool.ts';
import type { Lab } from './open-lab.ts';

/** A QEMU that answers questions as the real one does, and dies when it is to run any VM but these. */
export function installPickyQemu(lab: Lab, uuids: readonly string[]): { readonly path: string } {
  const searchPath = process.env['PATH'] ?? '';
  const real = findTool('qemu-system-x86_64', { searchPath, platform: 'linux', arch: 'amd64' });
  if (!real.ok) throw new Error('there is no QEMU');
  const bin = join(lab.folder, 'picky');
  mkdirSync(bin);
  const script = join(bin, 'qemu-system-x86_64');
  const known = uuids.map((uuid) => `*' -uuid ${uuid} '*) exec '${real.value}' "$@" ;;`).join('\n');
  writeFileSync(
    script,
    `#!/bin/sh
case " $* " in
${known}
*' -uuid '*) echo 'not this one' >&2; exit 3 ;;
*) exec '${real.value}' "$@" ;;
esac
`,
  );
  chmodSync(script, 0o755);
  return { path: `${bin}:${searchPath}` };
}
