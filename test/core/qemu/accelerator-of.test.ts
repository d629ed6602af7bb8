import { expect, it } from 'vitest';
import { acceleratorOf } from '../../../src/core/qemu/accelerator-of.ts';

it.each([
  [['qemu', '-accel', 'kvm', '-cpu', 'host'], 'kvm'],
  [['qemu', '-accel', 'tcg,thread=single'], 'tcg'],
  [['qemu', '-accel', 'xen'], null],
  [['kvm', '-accel'], null],
  [['kvm'], null],
] as const)('of %j is %s', (argv, accelerator) => {
  expect(acceleratorOf(argv)).toBe(accelerator);
});
