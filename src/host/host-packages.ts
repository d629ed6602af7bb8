import { accessSync, constants } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import firmware from '../../qemu/firmware-locations.json' with { type: 'json' };
import locations from '../../qemu/tool-locations.json' with { type: 'json' };
import { failure } from '../core/failure.ts';
import type { NeededTool } from '../core/host/needed-tools.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { HostPackages, InstallPlan } from '../ports/host-packages.ts';
import type { Programs } from '../ports/programs.ts';
import { isProgram } from './is-program.ts';

const askLimitMs = 30_000;
const installLimitMs = 30 * 60_000;

export interface PackageWorld {
  readonly programs: Programs;
  /** As programs are run with it; see search-path.ts. */
  readonly searchPath: string;
  readonly arch: 'amd64' | 'arm64';
  readonly isRoot: boolean;
}

/** The HostPackages port over apt. */
export function createHostPackages(world: PackageWorld): HostPackages {
  return {
    missing: (tools) => tools.filter((each) => !isHere(each, world)),
    plan: (tools) => planInstall(tools, world),
    async install(tools, options) {
      const { onLine, signal } = options;
      const run = { timeoutMs: installLimitMs, onLine, signal, env: { DEBIAN_FRONTEND: 'noninteractive' } };
      const begun = await planInstall(tools, world);
      if (!begun.ok) return begun;
      const updated = await world.programs.run({ ...asRoot(['apt-get', 'update', '-q'], world), ...run });
      if (!updated.ok) return updated;
      // With new lists another package may be the one that brings a tool.
      const plan = await planInstall(tools, world);
      if (!plan.ok) return plan;
      const installed = await world.programs.run({ ...asRoot(installWords(plan.value.packages), world), ...run });
      return installed.ok ? ok(undefined) : installed;
    },
  };
}

async function planInstall(tools: readonly NeededTool[], world: PackageWorld): Promise<Result<InstallPlan>> {
  const chosen = await Promise.all(tools.map((each) => knownPackage(each, world)));
  const packages = [...new Set(chosen)];
  if (!hasProgram('apt-get', world)) return fail(failure('packages_unmanaged', { packages }));
  const words = installWords(packages);
  if (!world.isRoot && !(await mayUseSudo(world))) {
    return fail(failure('packages_need_root', { packages, install: words.join(' ') }));
  }
  return ok({ packages, command: [...(world.isRoot ? [] : ['sudo']), ...words].join(' ') });
}

/** The first of its packages that apt knows on this release; the first of all where it knows none. */
async function knownPackage({ packages }: NeededTool, { programs }: PackageWorld): Promise<string> {
  if (packages.length > 1) {
    for (const name of packages) {
      const shown = await programs.run({
        ...{ executable: 'apt-cache', arguments: ['show', '--no-all-versions', name], timeoutMs: askLimitMs },
      });
      if (shown.ok) return name;
    }
  }
  return packages[0];
}

function installWords(packages: readonly string[]): readonly string[] {
  return ['apt-get', 'install', '-q', '-y', '--no-install-recommends', ...packages];
}

/** Programs are run without a terminal, so a sudo that asks for a password would only fail. */
async function mayUseSudo(world: PackageWorld): Promise<boolean> {
  if (!hasProgram('sudo', world)) return false;
  const asked = await world.programs.run({ executable: 'sudo', arguments: ['-n', 'true'], timeoutMs: askLimitMs });
  return asked.ok;
}

function asRoot(words: readonly string[], { isRoot }: PackageWorld) {
  const [executable = '', ...rest] = isRoot ? words : ['sudo', '-n', 'env', 'DEBIAN_FRONTEND=noninteractive', ...words];
  return { executable, arguments: rest };
}

function isHere({ tool }: NeededTool, world: PackageWorld): boolean {
  if (isAbsolute(tool)) return isReadable(tool);
  if (tool === 'UEFI firmware')
    return firmware[world.arch].some(({ code, vars }) => isReadable(code) && isReadable(vars));
  return hasProgram(tool, world);
}

function hasProgram(name: string, { searchPath }: PackageWorld): boolean {
  const others: { readonly [name: string]: readonly string[] } = locations.otherNames;
  const names = [name, ...(others[name] ?? [])];
  const folders = searchPath.split(':').filter((folder) => isAbsolute(folder));
  return folders.some((folder) => names.some((each) => isProgram(join(folder, each))));
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
