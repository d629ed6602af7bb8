import { basename } from 'node:path';
import { concludeEvidence, type ImageLock, type Observations } from '../core/recovery/conclude-evidence.ts';
import type { Evidence } from '../core/recovery/evidence.ts';
import type { VmTarget } from '../ports/hypervisor.ts';
import { askIdentity } from './ask-identity.ts';
import { findTool } from './find-tool.ts';
import { imageLock as readImageLock } from './image-lock.ts';
import type { QemuHost } from './qemu-host.ts';
import { readRecorded, searchByUuid } from './read-processes.ts';

/** Leaves room for the tools below the ten seconds that a probe may take. */
const defaultQmpLimitMs = 3_000;

/** Looks at a VM from every side and weighs what it saw. Reads only, holds no lock, ends within ten seconds. */
export async function observeVm(target: VmTarget, host: QemuHost, qmpLimitMs = defaultQmpLimitMs): Promise<Evidence> {
  const answer = await askIdentity(target.sockets.probe, target, qmpLimitMs);
  const recorded = readRecorded(target, host.processes);
  const found = recorded.kind === 'here' && recorded.seen === 'ours';
  const search = found ? ({ kind: 'none' } as const) : searchByUuid(target, host.processes);
  const undecided: Observations = {
    qmp: answer.qmp,
    qmpDetail: answer.detail,
    paused: answer.paused,
    recorded,
    search,
    imageLock: 'not_asked',
  };
  const isSeen = search.kind === 'found' || search.kind === 'other_home';
  const decided = found || isSeen || answer.qmp !== 'no_listener';
  if (decided) return concludeEvidence(undecided);
  const imageLock = await lockOf(target.rootDisk, host);
  const imageTool = imageLock === 'held' ? toolOn(target.rootDisk, host) : undefined;
  return concludeEvidence({ ...undecided, imageLock, imageTool });
}

/** A tool of QEMU that has the file as a word of its own; a VM is given its disks inside of other words. */
function toolOn(file: string, { processes }: QemuHost): Observations['imageTool'] {
  return processes
    .findByArguments([file])
    .map(({ identity, argv }) => ({ pid: identity.pid, program: basename(argv[0] ?? '') }))
    .find(({ program }) => program.startsWith('qemu-'));
}

async function lockOf(file: string, host: QemuHost): Promise<ImageLock> {
  const qemuImg = findTool('qemu-img', host);
  return readImageLock(file, { programs: host.programs, qemuImg: qemuImg.ok ? qemuImg.value : null });
}
