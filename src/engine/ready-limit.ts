/**
 * How long a guest may take from its first instruction to ssh. A distribution's first boot takes about 20 s with
 * hardware acceleration and about 130 s in software emulation on two cores; four of them at once share those cores.
 */
export function readyLimitMs(accelerator: 'kvm' | 'hvf' | 'tcg'): number {
  return accelerator === 'tcg' ? 600_000 : 120_000;
}

/** How long the stages inside a guest may take together, a large file system included. */
export function setUpLimitMs(accelerator: 'kvm' | 'hvf' | 'tcg'): number {
  return accelerator === 'tcg' ? 4 * 60_000 : 90_000;
}
