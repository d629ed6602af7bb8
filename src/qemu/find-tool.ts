import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import locations from '../../qemu/tool-locations.json' with { type: 'json' };
import { failure } from '../core/failure.ts';
import { type Result, fail, ok } from '../core/result.ts';
import type { QemuHost } from './qemu-host.ts';

type Tool = keyof typeof locations.packages;

/** Absolute path of a program of QEMU: on PATH, else where distributions hide it. `tool_missing` names the package. */
export function findTool(
  tool: Tool,
  host: Pick<QemuHost, 'searchPath' | 'otherFolders' | 'platform' | 'arch'>,
): Result<string> {
  const onPath = host.searchPath.split(':').filter((folder) => isAbsolute(folder));
  const others = host.otherFolders ?? locations.folders;
  const found = [...onPath, ...others].map((folder) => join(folder, tool)).find(isProgram);
  const elsewhere = found ?? kvmBinary(tool, { arch: host.arch, folders: others });
  if (elsewhere !== undefined) return ok(elsewhere);
  return fail(failure('tool_missing', { tool, packages: locations.packages[tool][host.platform] }));
}

/** Enterprise distributions have one emulator, for the host's own architecture, outside PATH and under another name. */
function kvmBinary(
  tool: Tool,
  where: { readonly arch: QemuHost['arch']; readonly folders: readonly string[] },
): string | undefined {
  const native = where.arch === 'amd64' ? 'qemu-system-x86_64' : 'qemu-system-aarch64';
  if (tool !== native) return undefined;
  const names = locations.otherNames[native];
  return where.folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
