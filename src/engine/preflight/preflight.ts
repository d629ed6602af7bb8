import type { Failure } from '../../core/failure.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { EnginePorts } from '../engine-ports.ts';
import { checkBases } from './check-bases.ts';
import { checkFiles } from './check-files.ts';
import { checkKeptDisks } from './check-kept-disks.ts';
import { checkMemory } from './check-memory.ts';
import { checkPorts } from './check-ports.ts';
import { checkSockets } from './check-sockets.ts';
import { checkSpace } from './check-space.ts';
import { checkTools } from './check-tools.ts';
import { checkShares } from './check-shares.ts';
import { checkUserData } from './check-user-data.ts';
import { findHost } from './find-host.ts';
import { findImages } from './find-images.ts';
import { checkFirmware } from './check-firmware.ts';
import type { Check, Findings, Needs } from './findings.ts';

const checks: readonly Check[] = [
  checkSpace,
  checkMemory,
  checkPorts,
  checkSockets,
  checkBases,
  checkFirmware,
  checkFiles,
  checkKeptDisks,
  checkTools,
  checkUserData,
  checkShares,
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
  return host.ok && images.ok && failures.length === 0
    ? ok({ host: host.value, images: images.value })
    : fail(...failures);
}
