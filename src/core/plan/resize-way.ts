import type { NodeSpec } from '../spec/node-spec.ts';
import type { NodeRecord } from '../state/document.ts';
import type { Part } from '../state/part.ts';

/** Below this a guest is started without room for memory hot-plug: it would not boot with the device. */
export const hotplugMemoryFloorBytes = 512 * 2 ** 20;

/** What is known of the VM that would change size. */
export interface ResizeFacts {
  readonly accelerator: 'kvm' | 'hvf' | 'tcg';
  /** Memory at power-on; hot-plugged memory comes and goes above it, never below. */
  readonly bootMemoryBytes: number;
  /** CPUs that it was given room for; null when that was not recorded: VMs are started with room for every host CPU. */
  readonly maxCpus: number | null;
  /** A probe has removed a CPU, added one and reset a machine of this build without a crash. */
  readonly cpuRemoval: 'proven' | 'unproven';
}

export type ResizeWay = 'live' | 'restart';

/** Whether a running VM changes size live or by stopping and starting the same VM; disks only grow, and do so live. */
export function resizeWay(
  from: Pick<NodeSpec, 'cpus' | 'memoryBytes'>,
  to: Pick<NodeSpec, 'cpus' | 'memoryBytes'>,
  facts: ResizeFacts,
): ResizeWay {
  const cpus = cpuWay(from.cpus, to.cpus, facts);
  const memory = memoryWay(from.memoryBytes, to.memoryBytes, facts);
  return cpus === 'live' && memory === 'live' ? 'live' : 'restart';
}

function cpuWay(from: number, to: number, facts: ResizeFacts): ResizeWay {
  if (to === from) return 'live';
  if (to > from) return facts.maxCpus === null || to <= facts.maxCpus ? 'live' : 'restart';
  // Under TCG a removal that is followed by an addition or a reset crashes QEMU 7.2, whatever a single removal said.
  return facts.accelerator !== 'tcg' && facts.cpuRemoval === 'proven' ? 'live' : 'restart';
}

function memoryWay(from: number, to: number, facts: ResizeFacts): ResizeWay {
  if (to === from) return 'live';
  return facts.bootMemoryBytes >= hotplugMemoryFloorBytes && to >= facts.bootMemoryBytes ? 'live' : 'restart';
}

/** Facts from the record: what the last start reported in the outputs `bootMemoryBytes`, `maxCpus` and `cpuRemovalProven`. */
export function resizeFacts(record: NodeRecord): ResizeFacts {
  const outputs: Part['outputs'] = record.parts.find((part) => part.kind === 'vm')?.outputs ?? {};
  const bootMemoryBytes = outputs['bootMemoryBytes'];
  const maxCpus = outputs['maxCpus'];
  return {
    accelerator: record.machine?.accelerator ?? 'tcg',
    bootMemoryBytes: typeof bootMemoryBytes === 'number' ? bootMemoryBytes : record.spec.memoryBytes,
    maxCpus: typeof maxCpus === 'number' ? maxCpus : null,
    cpuRemoval: outputs['cpuRemovalProven'] === true ? 'proven' : 'unproven',
  };
}
