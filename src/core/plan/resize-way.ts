import type { NodeSpec } from '../spec/node-spec.ts';
import type { NodeRecord } from '../state/document.ts';
import { numberIn, partOutputs } from '../state/part-outputs.ts';

/** Below this a guest is started without room for memory hot-plug: it would not boot with the device. */
const hotplugMemoryFloorBytes = 512 * 2 ** 20;

/** What is known of the VM that would change size. */
export interface ResizeFacts {
  /** Memory at power-on; hot-plugged memory comes and goes above it, never below. */
  readonly bootMemoryBytes: number;
  /** CPUs that it was given room for; null when that was not recorded: VMs are started with room for every host CPU. */
  readonly maxCpus: number | null;
  /** Room for memory above that, 0 for a VM without hot-plug; null when that was not recorded. */
  readonly hotplugMemoryBytes: number | null;
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
  // A removal that is followed by an addition or a reset crashes QEMU 7.2 under TCG, and was proven harmless nowhere yet.
  if (to < from) return 'restart';
  return facts.maxCpus === null || to <= facts.maxCpus ? 'live' : 'restart';
}

function memoryWay(from: number, to: number, facts: ResizeFacts): ResizeWay {
  if (to === from) return 'live';
  const plugged = to - facts.bootMemoryBytes;
  if (facts.bootMemoryBytes < hotplugMemoryFloorBytes || plugged < 0) return 'restart';
  return facts.hotplugMemoryBytes === null || plugged <= facts.hotplugMemoryBytes ? 'live' : 'restart';
}

/** Facts from the record: what the last start reported in the outputs `bootMemoryBytes`, `maxCpus` and `hotplugMemoryBytes`. */
export function resizeFacts(record: NodeRecord): ResizeFacts {
  const outputs = partOutputs(record, 'vm');
  return {
    bootMemoryBytes: numberIn(outputs, 'bootMemoryBytes') ?? record.spec.memoryBytes,
    maxCpus: numberIn(outputs, 'maxCpus'),
    hotplugMemoryBytes: numberIn(outputs, 'hotplugMemoryBytes'),
  };
}
