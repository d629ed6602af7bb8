import type { NeededTool } from '../../src/core/host/needed-tools.ts';
import { ok, type Result } from '../../src/core/result.ts';
import type { HostPackages, InstallPlan } from '../../src/ports/host-packages.ts';

export interface ModelPackages extends HostPackages {
  /** Tools that are not here; an installation brings them. */
  readonly absent: Set<string>;
  /** What was installed, one word for each tool. */
  readonly installed: string[];
}

/** Packages of a host that lacks these tools; `plan` answers instead of apt, and `brings` says which tools come. */
export function modelPackages(
  lacks: readonly string[],
  options: { readonly plan?: Result<InstallPlan>; readonly brings?: (tool: string) => boolean } = {},
): ModelPackages {
  const absent = new Set(lacks);
  const installed: string[] = [];
  const packagesOf = (tools: readonly NeededTool[]) => [...new Set(tools.map(({ packages }) => packages[0]))];
  return {
    ...{ absent, installed },
    missing: (tools) => tools.filter(({ tool }) => absent.has(tool)),
    plan: (tools) => {
      const packages = packagesOf(tools);
      return Promise.resolve(options.plan ?? ok({ packages, command: `apt-get install ${packages.join(' ')}` }));
    },
    install: (tools) => {
      for (const { tool } of tools) {
        if (options.brings?.(tool) === false) continue;
        absent.delete(tool);
        installed.push(tool);
      }
      return Promise.resolve(ok(undefined));
    },
  };
}
