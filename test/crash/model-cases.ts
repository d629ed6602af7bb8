import type { Result } from '../../src/core/result.ts';
import { destroy, purge } from '../../src/engine/destroy.ts';
import { deleteDiskSnapshot, restoreDisk } from '../../src/engine/change-disk.ts';
import type { EnginePorts } from '../../src/engine/engine-ports.ts';
import { restart, start, stop } from '../../src/engine/start-stop.ts';
import { converge } from '../../src/engine/converge.ts';
import { bringUp, type Lab, oneNode, stateRequest, twoNodes, upRequest } from '../engine/lab.ts';

/** A command that is to be killed on the model host. Every mutating command has a row, and nothing else to do for it. */
export interface ModelCase {
  readonly name: string;
  /** Brings a fresh lab to where the command begins. */
  readonly before: (it: Lab) => Promise<unknown>;
  readonly run: (ports: EnginePorts) => Promise<Result<{ readonly status: string }>>;
  /** Reasons with which the next run may end where the killed one had finished everything. */
  readonly finished?: readonly string[];
}

/** Enough memory for more of it to be plugged in. */
const roomy = twoNodes.replace('256MiB', '512MiB');
const larger = twoNodes.replace('vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB', 'vm_cpu: 3, vm_mem: 1GiB, vm_disk: 2GiB');
const fewerCpus = larger.replace('vm_cpu: 3', 'vm_cpu: 2').replace('size: 1GiB', 'size: 4GiB');

const nothing = () => Promise.resolve();

export const modelCases: readonly ModelCase[] = [
  { name: 'up', before: nothing, run: (ports) => converge(ports, upRequest(twoNodes)) },
  {
    name: 'start',
    before: async (it) => {
      await bringUp(it, twoNodes);
      await stop(it.ports, stateRequest());
    },
    run: (ports) => start(ports, stateRequest()),
  },
  { name: 'stop', before: (it) => bringUp(it, twoNodes), run: (ports) => stop(ports, stateRequest()) },
  { name: 'restart', before: (it) => bringUp(it, twoNodes), run: (ports) => restart(ports, stateRequest()) },
  {
    name: 'reload',
    before: (it) => bringUp(it, twoNodes),
    run: (ports) => converge(ports, upRequest(twoNodes, { command: 'reload' })),
  },
  {
    name: 'recreate',
    before: (it) => bringUp(it, oneNode),
    run: (ports) => converge(ports, upRequest(oneNode, { command: 'recreate' })),
  },
  {
    name: 'resize',
    before: (it) => bringUp(it, roomy),
    run: (ports) => converge(ports, upRequest(larger, { command: 'resize' })),
  },
  {
    name: 'resize by a restart',
    before: (it) => bringUp(it, larger),
    run: (ports) => converge(ports, upRequest(fewerCpus, { command: 'resize' })),
  },
  {
    name: 'resize of stopped nodes',
    before: async (it) => {
      await bringUp(it, roomy);
      await stop(it.ports, stateRequest());
    },
    run: (ports) => converge(ports, upRequest(larger, { command: 'resize' })),
  },
  { name: 'destroy', before: (it) => bringUp(it, twoNodes), run: (ports) => destroy(ports, stateRequest()) },
  { name: 'disk restore', before: withSnapshot, run: (ports) => restoreDisk(ports, ofSnapshot()) },
  {
    name: 'disk delete-snapshot',
    before: withSnapshot,
    run: (ports) => deleteDiskSnapshot(ports, ofSnapshot()),
    // Killed after its effect it has left none of this name.
    finished: ['unknown_snapshot'],
  },
  {
    name: 'start with a disk to be made anew',
    before: async (it) => {
      await bringUp(it, oneNode);
      await stop(it.ports, stateRequest());
      it.host.guests.clear();
      it.host.damaged.add('data');
    },
    run: (ports) => start(ports, stateRequest()),
  },
  {
    name: 'purge',
    before: (it) => bringUp(it, twoNodes),
    run: (ports) => purge(ports, stateRequest()),
    // Killed after its last commit it has left nothing to purge.
    finished: ['no_deployment'],
  },
];

/** A stopped node whose data disk holds a snapshot. */
async function withSnapshot(it: Lab): Promise<void> {
  await bringUp(it, oneNode);
  await stop(it.ports, stateRequest());
  const [file = '', text = ''] = [...it.host.files].find(([name]) => name.includes('/disks/')) ?? [];
  const snapshots = [{ name: 'old', takenAt: '2025-12-31T00:00:00.000Z' }];
  it.host.files.set(file, JSON.stringify({ ...(JSON.parse(text) as object), snapshots }));
}

function ofSnapshot() {
  const signal = new AbortController().signal;
  return { node: 'meta', path: '/data', snapshot: 'old', yes: true, signal } as const;
}
