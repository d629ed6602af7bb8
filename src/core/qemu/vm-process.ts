import type { HostFeatures } from './host-features.ts';
import { machineProfiles } from './machine-profiles.ts';
import { vmArgv } from './vm-argv.ts';
import type { ProcessSpec, VmSpec } from './vm-spec.ts';

/** The process that runs a node: the found emulator with the words of its profile. */
export function vmProcess(spec: VmSpec, features: Pick<HostFeatures, 'emulator'>): ProcessSpec {
  return {
    executable: features.emulator,
    argv: vmArgv(spec, machineProfiles[spec.machine.arch]),
    uuid: spec.uuid,
    name: spec.name,
    sockets: spec.sockets,
    logFile: spec.qemuLog,
    serialLog: spec.serialLog,
  };
}
