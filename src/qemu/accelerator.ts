import type { AcceleratorReport } from '../core/qemu/host-features.ts';
import { type Result, ok } from '../core/result.ts';
import type { AcceleratorRequest } from '../ports/hypervisor.ts';
import type { QemuHost } from './qemu-host.ts';

export async function probeAccelerator(
  _request: AcceleratorRequest,
  _host: QemuHost,
): Promise<Result<AcceleratorReport>> {
  return Promise.resolve(ok({ accelerator: 'tcg', reason: 'not probed' }));
}
export async function rememberedAccelerator(
  _arch: 'amd64' | 'arm64',
  _host: QemuHost,
): Promise<AcceleratorReport | null> {
  return Promise.resolve(null);
}
