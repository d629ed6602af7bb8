import type { AcceleratorReport } from '../core/qemu/host-features.ts';
import type { QemuHost } from './qemu-host.ts';

export const foreignArch = 'guests of another architecture are emulated';

/** The hardware accelerator that this platform could have. */
export function nativeAccelerator(host: Pick<QemuHost, 'platform'>): 'kvm' | 'hvf' {
  return host.platform === 'darwin' ? 'hvf' : 'kvm';
}

export function working(accelerator: 'kvm' | 'hvf'): AcceleratorReport {
  return { accelerator, reason: `${accelerator} works` };
}

export function software(why: string): AcceleratorReport {
  return { accelerator: 'tcg', reason: why };
}
