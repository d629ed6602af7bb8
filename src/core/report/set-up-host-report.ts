import type { NeededTool } from '../host/needed-tools.ts';

/** What `setup` found, and did. */
export interface SetUpHostReport {
  readonly status: 'nothing_missing' | 'planned' | 'installed';
  /** Before anything was installed. */
  readonly missing: readonly NeededTool[];
  readonly packages: readonly string[];
  /** As a person would type it; null when there is nothing to install. */
  readonly command: string | null;
}
