import type { NeededTool } from '../core/host/needed-tools.ts';
import type { Result } from '../core/result.ts';

/** The distribution's packages on this host. */
export interface HostPackages {
  /** Those of the tools that are not here: neither on PATH nor where distributions hide them. Read-only, starts nothing. */
  missing(tools: readonly NeededTool[]): readonly NeededTool[];
  /**
   * How they would be installed. `packages_unmanaged` without apt; `packages_need_root`, with the command to run, where the
   * caller is not root and sudo is absent or would ask. Changes nothing.
   */
  plan(tools: readonly NeededTool[]): Promise<Result<InstallPlan>>;
  /** Installs what was planned, after reading the package lists anew. `command_failed` with apt's last lines. */
  install(
    tools: readonly NeededTool[],
    options: { readonly onLine: (line: string) => void; readonly signal: AbortSignal },
  ): Promise<Result<void>>;
}

export interface InstallPlan {
  readonly packages: readonly string[];
  /** As a person would type it. */
  readonly command: string;
}
