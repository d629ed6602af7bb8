import type { Processes } from '../ports/processes.ts';
import type { Programs } from '../ports/programs.ts';

/** What the driver needs from the host it runs on. */
export interface QemuHost {
  readonly programs: Programs;
  readonly processes: Processes;
  /** Folder for what may be forgotten: features and accelerator probes; made when needed. */
  readonly cache: string;
  /** The caller's PATH, where QEMU is looked for first. */
  readonly searchPath: string;
  /** Where it is looked for after that; qemu/tool-locations.json by default. */
  readonly otherFolders?: readonly string[];
  readonly platform: 'linux' | 'darwin';
  readonly arch: 'amd64' | 'arm64';
  /** How long a guest may take to shut itself down; 90 s by default. */
  readonly powerdownLimitMs?: number;
  /** How long a guest's memory may stand still on its way to what was asked; 20 s by default. */
  readonly memoryStillLimitMs?: number;
}
