import type { Failure } from '../../core/failure.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { EnginePorts } from '../engine-ports.ts';
import { checkBases } from './check-bases.ts';
import { checkDisks } from './check-disks.ts';
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
  checkDisks,
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
  const told = tellCheck(ports);
  const [host, images, ...checked] = await Promise.all([
    findHost(ports, needs).then(
      told({ name: 'host', needs: 'QEMU with user networking and an accelerator that works' }),
    ),
    findImages(ports, needs).then(told({ name: 'images', needs: 'the image of every new root disk, byte for byte' })),
    ...checks.map((check) => runCheck(ports, check, needs)),
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

type Told = Pick<Check, 'name' | 'needs'>;

async function runCheck(ports: EnginePorts, check: Check, needs: Needs): Promise<readonly Failure[]> {
  const failures = await check.run(ports, needs);
  tell(ports, check, failures);
  return failures;
}

function tellCheck(ports: EnginePorts) {
  return (check: Told) =>
    <T>(result: Result<T>): Result<T> => {
      tell(ports, check, result.ok ? [] : result.failures);
      return result;
    };
}

function tell({ events }: EnginePorts, { name, needs }: Told, failures: readonly Failure[]): void {
  events.emit({ kind: 'checked', name, needs, failures });
}
