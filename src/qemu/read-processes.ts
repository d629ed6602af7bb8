import { hasUuidArgument, isVmProcess } from '../core/qemu/is-vm-process.ts';
import { placeProcess } from '../core/recovery/place-process.ts';
import type { RecordedProcess, UuidSearch } from '../core/recovery/conclude-evidence.ts';
import type { VmTarget } from '../ports/hypervisor.ts';
import type { Processes } from '../ports/processes.ts';
import { homeOfVm } from './home-of-vm.ts';

/**
 * What stands under the recorded pid now. `ours` takes the start time, the executable, the exact `-uuid` and the root disk
 * of this home: the rest is in the record of a copy too.
 */
export function readRecorded({ process: recorded, uuid, rootDisk }: VmTarget, processes: Processes): RecordedProcess {
  if (recorded === null) return { kind: 'none' };
  const place = placeProcess(recorded, processes.self());
  if (place !== 'here') return { kind: place };
  const { pid } = recorded;
  const seen = processes.inspect(pid);
  if (seen.kind !== 'present') return { kind: 'here', pid, seen: seen.kind };
  if (seen.identity.startTime === null) return { kind: 'here', pid, seen: 'unreadable' };
  if (seen.identity.startTime !== recorded.startTime) return { kind: 'here', pid, seen: 'reused' };
  // The same process by pid and start time, yet other words or another program: it cannot be told what it is now.
  const same = seen.identity.executable === recorded.executable && hasUuidArgument(seen.argv, uuid);
  if (!same) return { kind: 'here', pid, seen: 'unreadable' };
  const whose = homeOfVm(seen, rootDisk, processes);
  return whose.kind === 'ours'
    ? { kind: 'here', pid, seen: 'ours', movedFrom: whose.movedFrom }
    : { kind: 'here', pid, seen: 'other_home', home: whose.home };
}

/** Looks through the whole process table for a QEMU with this exact `-uuid`, on this home's root disk if there is one. */
export function searchByUuid({ uuid, rootDisk }: VmTarget, processes: Processes): UuidSearch {
  // A table in which not even we can be read finds nothing, and that would not mean that nothing is there.
  if (processes.self().startTime === null) return { kind: 'unreadable' };
  const found = processes
    .findByArguments(['-uuid', uuid])
    .filter((seen) => isVmProcess({ executable: seen.identity.executable, argv: seen.argv }, uuid))
    .map((seen) => ({ pid: seen.identity.pid, ...homeOfVm(seen, rootDisk, processes) }));
  const ours = found.find(({ kind }) => kind === 'ours');
  const [any] = found;
  if (ours?.kind === 'ours') return { kind: 'found', pid: ours.pid, movedFrom: ours.movedFrom };
  return any?.kind === 'other_home' ? any : { kind: 'none' };
}
