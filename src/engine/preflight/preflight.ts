import { failure, type Failure } from '../../core/failure.ts';
import { firmwareOf } from '../../core/qemu/firmware-of.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { EnginePorts } from '../engine-ports.ts';
import { checkBases } from './check-bases.ts';
import { checkFiles } from './check-files.ts';
import { checkMemory } from './check-memory.ts';
import { checkPorts } from './check-ports.ts';
import { checkSockets } from './check-sockets.ts';
import { checkSpace } from './check-space.ts';
import { checkTools } from './check-tools.ts';
import { findHost } from './find-host.ts';
import { findImages } from './find-images.ts';
import type { Check, Findings, Needs } from './findings.ts';

const checks: readonly Check[] = [
  checkSpace,
  checkMemory,
  checkPorts,
  checkSockets,
  checkBases,
  checkFiles,
  checkTools,
];

/**
 * Everything that could fail is looked at before anything that exists is stopped or deleted, and every complaint comes
 * back at once. Changes nothing.
 */
export async function preflight(ports: EnginePorts, needs: Needs): Promise<Result<Findings>> {
  const [host, images, ...checked] = await Promise.all([
    findHost(ports, needs),
    findImages(ports, needs),
    ...checks.map((check) => check.run(ports, needs)),
  ]);
  const failures: readonly Failure[] = [
    ...(host.ok ? [] : host.failures),
    ...(images.ok ? [] : images.failures),
    ...checked.flat(),
  ];
  if (!host.ok || !images.ok || failures.length > 0) return fail(...failures);
  const findings: Findings = { host: host.value, images: images.value };
  const firmware = missingFirmware(findings);
  return firmware.length > 0 ? fail(...firmware) : ok(findings);
}

function missingFirmware(findings: Findings): readonly Failure[] {
  const wanted = [...findings.images.values()].some((image) => firmwareOf(image.arch, image.boot) === 'uefi');
  if (!wanted || findings.host.features.firmware !== null) return [];
  return [failure('tool_missing', { tool: 'UEFI firmware', packages: 'ovmf' })];
}
