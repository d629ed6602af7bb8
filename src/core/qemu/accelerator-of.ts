import type { MachineRecord } from '../state/document.ts';

const accelerators: readonly MachineRecord['accelerator'][] = ['kvm', 'hvf', 'tcg'];

/** The accelerator that a QEMU was started with, by its words; null when they name none of ours. */
export function acceleratorOf(argv: readonly string[]): MachineRecord['accelerator'] | null {
  const [name] = (argv[argv.indexOf('-accel') + 1] ?? '').split(',');
  return argv.includes('-accel') ? (accelerators.find((each) => each === name) ?? null) : null;
}
