import type { MachineRecord } from '../state/document.ts';

/** What a command line needs to know about an architecture and cannot derive from a node; data in qemu/machine-profiles/. */
export interface MachineProfile {
  readonly arch: string;
  /** Prefix of the versioned machine types. */
  readonly machineFamily: string;
  /** Options after the machine type. */
  readonly machineOptions: PerAccelerator;
  readonly cpuModels: PerAccelerator;
  /** What it can boot with, the default first. */
  readonly firmwares: readonly string[];
  /** QEMU's own file for machines that boot by BIOS; null where none do. */
  readonly biosFile: string | null;
  readonly cpuHotplug: boolean;
  readonly memoryHotplug: boolean;
  readonly maxCpus: number;
}

export type PerAccelerator = { readonly [A in MachineRecord['accelerator']]: string };
