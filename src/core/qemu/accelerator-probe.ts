import amd64 from '../../../qemu/accelerator-probe/amd64.json' with { type: 'json' };
import arm64 from '../../../qemu/accelerator-probe/arm64.json' with { type: 'json' };
import type { MachineProfile } from './machine-profile.ts';

type Accelerator = 'kvm' | 'hvf' | 'tcg';

/** A guest that only tells whether guests run. Sources and bytes stand in qemu/accelerator-probe/. */
export interface AcceleratorProbe {
  readonly imageBytes: number;
  /** Where the bytes go; the rest of the image is zeros. */
  readonly at: number;
  readonly hex: string;
  /** Exit status of QEMU once the guest has done everything. */
  readonly successStatus: number;
  /** Devices that the guest needs to end QEMU. */
  readonly devices: readonly string[];
}

export const acceleratorProbes = {
  amd64: {
    ...amd64,
    successStatus: 85,
    // -no-reboot: a guest that faults its way into a reset ends QEMU with 0, which is not 85, instead of starting over.
    devices: ['-device', 'isa-debug-exit,iobase=0xf4,iosize=0x04', '-no-reboot'],
  },
  arm64: { ...arm64, successStatus: 0, devices: [] },
} as const satisfies { readonly [arch: string]: AcceleratorProbe };

export interface ProbeRun {
  readonly probe: AcceleratorProbe;
  readonly profile: MachineProfile;
  readonly accelerator: Accelerator;
  readonly machine: string;
  /** Path of the image that was made from the probe. */
  readonly image: string;
}

/** Words of a probe: the machine, its options and the CPU model are those that VMs get. */
export function probeArgv(run: ProbeRun): readonly string[] {
  return [
    ...['-nodefaults', '-no-user-config', '-display', 'none'],
    ...['-machine', `${run.machine},${run.profile.machineOptions[run.accelerator]}`],
    ...['-accel', run.accelerator, '-cpu', run.profile.cpuModels[run.accelerator]],
    ...['-m', 'size=64M', '-bios', run.image],
    ...run.probe.devices,
  ];
}

/** How a probe ended, or that it had to be killed at the limit. */
export interface ProbeEnding {
  readonly exitStatus: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  /** Last lines that QEMU wrote. */
  readonly stderr: string;
}

/** Null when the accelerator works, else why it does not, for people. */
export function probeProblem(
  ending: ProbeEnding,
  run: Pick<ProbeRun, 'probe' | 'accelerator'>,
  limitMs: number,
): string | null {
  const what = run.accelerator === 'kvm' ? '/dev/kvm opens, but' : `${run.accelerator} starts, but`;
  if (ending.timedOut) return `${what} a guest in protected mode never finished within ${String(limitMs / 1000)} s`;
  if (ending.exitStatus === run.probe.successStatus) return null;
  const said = ending.stderr.split('\n').at(-1) ?? '';
  if (said !== '') return said;
  return `${what} a guest in protected mode ended QEMU with ${ending.signal ?? `status ${String(ending.exitStatus)}`}`;
}
