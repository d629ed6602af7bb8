/**
 * How long a guest may take from its first instruction to ssh. A distribution's first boot takes about 20 s with
 * hardware acceleration and about 130 s in software emulation on two cores; four of them at once share those cores.
 */
export function readyLimitMs(accelerator: 'kvm' | 'hvf' | 'tcg'): number {
  return accelerator === 'tcg' ? 600_000 : 120_000;
}

/** A checker is given 45 s for a disk, and a mount takes its time as well. */
const diskLimitMs = 60_000;

/** How long the stages inside a guest may take together: its disks, one after the other, besides all else. */
export function setUpLimitMs(accelerator: 'kvm' | 'hvf' | 'tcg', disks: number): number {
  return (accelerator === 'tcg' ? 3 * 60_000 : 60_000) + disks * diskLimitMs;
}
