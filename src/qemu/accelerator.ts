import { accessSync, constants } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '../core/failure.ts';
import { acceleratorProbes, probeArgv, probeProblem } from '../core/qemu/accelerator-probe.ts';
import type { AcceleratorReport } from '../core/qemu/host-features.ts';
import { machineProfiles } from '../core/qemu/machine-profiles.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { AcceleratorRequest } from '../ports/hypervisor.ts';
import { recallProbe, rememberProbe } from './accelerator-memory.ts';
import { foreignArch, nativeAccelerator, software, working } from './accelerator-report.ts';
import { codeOf } from './private-file.ts';
import type { QemuHost } from './qemu-host.ts';
import { runAcceleratorProbe } from './run-accelerator-probe.ts';

const limitMs = 3_000;

/** Decides by running guest code; see the port. What is found is remembered until the host boots or QEMU changes. */
export async function probeAccelerator(
  request: AcceleratorRequest,
  host: QemuHost,
): Promise<Result<AcceleratorReport>> {
  const { asked } = request;
  if (asked === 'tcg') return ok({ accelerator: 'tcg', reason: 'software emulation, as asked for' });
  const accelerator = asked === 'auto' ? nativeAccelerator(host) : asked;
  const problem = await problemOf(accelerator, request, host);
  if (problem === null) return ok(working(accelerator));
  if (asked === 'auto') return ok(software(problem));
  return fail(failure('accelerator_unavailable', { accelerator, detail: problem }));
}

async function problemOf(
  accelerator: 'kvm' | 'hvf',
  request: AcceleratorRequest,
  host: QemuHost,
): Promise<string | null> {
  const { arch, features } = request;
  if (arch !== host.arch) return foreignArch;
  const { bootId } = host.processes.self();
  const ruledOut = obstacle(accelerator, request);
  const known = ruledOut === null ? await recallProbe({ arch, accelerator }, host) : null;
  const sameHost = known?.bootId === bootId && known.build === features.build;
  if (known?.triedGuest === true && sameHost) return known.problem;
  const problem = ruledOut ?? (await runGuest(accelerator, request, host));
  if (bootId === null) return problem;
  const found = { bootId, build: features.build, problem, triedGuest: ruledOut === null };
  await rememberProbe({ arch, accelerator }, found, host);
  return problem;
}

/** What rules an accelerator out before any guest is tried. */
function obstacle(accelerator: 'kvm' | 'hvf', request: AcceleratorRequest): string | null {
  if (!request.features.accelerators.includes(accelerator)) return `this QEMU is built without ${accelerator}`;
  if (accelerator !== 'kvm') return null;
  try {
    accessSync('/dev/kvm', constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' ? 'there is no /dev/kvm' : `/dev/kvm cannot be opened (${code})`;
  }
}

async function runGuest(
  accelerator: 'kvm' | 'hvf',
  request: AcceleratorRequest,
  host: QemuHost,
): Promise<string | null> {
  const { arch, features } = request;
  const [machine] = features.machines;
  if (machine === undefined) return 'this QEMU has no machine type for it';
  const probe = acceleratorProbes[arch];
  const image = await writeImage(arch, host);
  if (!image.ok) return `the probe cannot be written (${image.code})`;
  const run = { probe, profile: machineProfiles[arch], accelerator, machine, image: image.path };
  return probeProblem(await runAcceleratorProbe(features.emulator, probeArgv(run), limitMs), run, limitMs);
}

type WrittenImage = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly code: string };

/** Written anew for each probe: a cache is never trusted with what is about to be run. */
async function writeImage(arch: 'amd64' | 'arm64', host: QemuHost): Promise<WrittenImage> {
  const { imageBytes, at, hex } = acceleratorProbes[arch];
  const image = Buffer.alloc(imageBytes);
  image.write(hex, at, 'hex');
  const path = join(host.cache, `accelerator-probe-${arch}.bin`);
  const unfinished = `${path}.${String(process.pid)}`;
  try {
    await mkdir(host.cache, { recursive: true, mode: 0o700 });
    await writeFile(unfinished, image, { mode: 0o600 });
    await rename(unfinished, path);
    return { ok: true, path };
  } catch (error) {
    return { ok: false, code: codeOf(error) };
  }
}
