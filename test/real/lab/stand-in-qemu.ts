import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTool } from '../../../src/qemu/find-tool.ts';
import type { Lab } from './open-lab.ts';

export interface StandInQemu {
  /** Holds it, and whatever else it keeps. */
  readonly bin: string;
  /** PATH on which it comes first. */
  readonly path: string;
}

/** Puts a script in front of the real QEMU, in a folder of the lab; the script is made for the real one and that folder. */
export function installStandInQemu(
  lab: Lab,
  name: string,
  scriptFor: (at: { readonly real: string; readonly bin: string }) => string,
): StandInQemu {
  const searchPath = process.env['PATH'] ?? '';
  const real = findTool('qemu-system-x86_64', { searchPath, platform: 'linux', arch: 'amd64' });
  if (!real.ok) throw new Error('there is no QEMU');
  const bin = join(lab.folder, name);
  mkdirSync(bin);
  const script = join(bin, 'qemu-system-x86_64');
  writeFileSync(script, scriptFor({ real: real.value, bin }));
  chmodSync(script, 0o755);
  return { bin, path: `${bin}:${searchPath}` };
}
