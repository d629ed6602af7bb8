import { hasUuidArgument, isVmProcess } from '../core/qemu/is-vm-process.ts';
import { placeProcess } from '../core/recovery/place-process.ts';
import type { RecordedProcess, UuidSearch } from '../core/recovery/conclude-evidence.ts';
import type { ProcessIdentity } from '../core/state/process-identity.ts';
import type { Processes } from '../ports/processes.ts';

/** What stands under the recorded pid now. `ours` takes the start time, the executable and the exact `-uuid`. */
export function readRecorded(recorded: ProcessIdentity | null, uuid: string, processes: Processes): RecordedProcess {
  if (recorded === null) return { kind: 'none' };
  const place = placeProcess(recorded, processes.self());
  if (place !== 'here') return { kind: place };
  const seen = processes.inspect(recorded.pid);
  const under = (evidence: 'ours' | 'absent' | 'zombie' | 'reused' | 'unreadable'): RecordedProcess => ({
    kind: 'here',
    pid: recorded.pid,
    seen: evidence,
  });
  if (seen.kind !== 'present') return under(seen.kind);
  if (seen.identity.startTime === null) return under('unreadable');
  if (seen.identity.startTime !== recorded.startTime) return under('reused');
  // The same process by pid and start time, yet other words or another program: it cannot be told what it is now.
  const same = seen.identity.executable === recorded.executable && hasUuidArgument(seen.argv, uuid);
  return under(same ? 'ours' : 'unreadable');
}

/** Looks through the whole process table for a QEMU with this exact `-uuid`. */
export function searchByUuid(uuid: string, processes: Processes): UuidSearch {
  // A table in which not even we can be read finds nothing, and that would not mean that nothing is there.
  if (processes.self().startTime === null) return { kind: 'unreadable' };
  const found = processes
    .findByArguments(['-uuid', uuid])
    .find((seen) => isVmProcess({ executable: seen.identity.executable, argv: seen.argv }, uuid));
  return found === undefined ? { kind: 'none' } : { kind: 'found', pid: found.identity.pid };
}
