import type { DoctorReport, HostFinding } from '../core/report/doctor-report.ts';
import type { Result } from '../core/result.ts';
import { acceleratorLook } from './host-looks/accelerator-look.ts';
import { homeLook } from './host-looks/home-look.ts';
import { imagesLook } from './host-looks/images-look.ts';
import type { DoctorPorts, HostLook } from './host-looks/host-look.ts';
import { qemuLook } from './host-looks/qemu-look.ts';
import { resourcesLooks } from './host-looks/resources-looks.ts';
import { sharesLook } from './host-looks/shares-look.ts';
import { toolsLooks } from './host-looks/tools-looks.ts';

const looks: readonly HostLook[] = [
  qemuLook,
  acceleratorLook,
  ...toolsLooks,
  sharesLook,
  ...resourcesLooks,
  homeLook,
  imagesLook,
];

/** Looks at everything that labs need of this host. Read-only but for what is remembered about QEMU in the cache. */
export async function doctor(ports: DoctorPorts): Promise<DoctorReport> {
  const findings = await Promise.all(looks.map(async (look) => finding(look, await look.run(ports))));
  return { ready: findings.every(({ state }) => state !== 'missing'), findings };
}

function finding({ name, needs, required }: HostLook, seen: Result<string>): HostFinding {
  if (seen.ok) return { name, needs, state: 'ok', saw: seen.value, failures: [] };
  return { name, needs, state: required ? 'missing' : 'limited', saw: null, failures: seen.failures };
}
