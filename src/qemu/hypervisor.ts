import { whileOwned } from '../core/state/while-owned.ts';
import type { Hypervisor } from '../ports/hypervisor.ts';
import { probeAccelerator } from './accelerator.ts';
import { contVm } from './cont-vm.ts';
import { createImage } from './create-image.ts';
import { discardVm } from './discard-vm.ts';
import { exportImage } from './export-image.ts';
import { deleteSnapshot, restoreSnapshot, takeSnapshot } from './image-snapshots.ts';
import { growDisk } from './grow-disk.ts';
import { hostFeatures } from './features.ts';
import { forwardPorts } from './forward-ports.ts';
import { inspectImage } from './inspect-image.ts';
import { inspectVm } from './inspect-vm.ts';
import { launchVm } from './launch-vm.ts';
import { observeVm } from './observe-vm.ts';
import { isBlankImage } from './is-blank-image.ts';
import { plugCpus } from './plug-cpus.ts';
import { endShareServers } from './end-share-servers.ts';
import { findShareServer } from './find-share-server.ts';
import { launchShareServer } from './launch-share-server.ts';
import { serversOfShare } from './servers-of-share.ts';
import type { QemuHost } from './qemu-host.ts';
import { rememberedAccelerator } from './remembered-accelerator.ts';
import { setMemory } from './set-memory.ts';
import { stopVm } from './stop-vm.ts';
import { vmEnding } from './vm-ending.ts';

/** The hypervisor port over QEMU, QMP and qemu-img. Nothing runs until it is asked. */
export function qemuHypervisor(host: QemuHost): Hypervisor {
  return {
    features: (arch) => hostFeatures(arch, host),
    probeAccelerator: (request) => probeAccelerator(request, host),
    rememberedAccelerator: (arch) => rememberedAccelerator(arch, host),
    inspectImage: (file) => inspectImage(file, host),
    isBlank: (file) => isBlankImage(file, host),
    createOverlay: (running, overlay) => createImage({ ...overlay, running }, host),
    createDisk: (running, disk) => createImage({ ...disk, base: null, running }, host),
    launch: (running, spec, mayEnd) => launchVm(spec, { running, mayEnd, processes: host.processes }),
    discard: (_running, target) => discardVm(target, host.processes),
    shareServer: () => findShareServer(host),
    launchShare: (running, share) => whileOwned(running, () => launchShareServer(share, host.processes)),
    endShares: (running, sockets) => whileOwned(running, () => endShareServers(sockets, host.processes)),
    servedShares: (sockets) => sockets.filter((socket) => serversOfShare(socket, host.processes).length > 0),
    cont: (running, target) => whileOwned(running, () => contVm(target)),
    plugCpus: (running, target) => whileOwned(running, () => plugCpus(target, running.cpus)),
    setMemory: (running, target) => whileOwned(running, () => setMemory(target, running.memoryBytes, host)),
    growDisk: (running, disk) => whileOwned(running, () => growDisk({ ...disk, sizeBytes: running.sizeBytes }, host)),
    takeSnapshot: (running, disk) => whileOwned(running, () => takeSnapshot(disk, host)),
    restoreSnapshot: (running, file) => whileOwned(running, () => restoreSnapshot({ ...running, file }, host)),
    deleteSnapshot: (running, disk) =>
      whileOwned(running, () => deleteSnapshot({ ...disk, snapshot: running.snapshot }, host)),
    exportImage: (request) => exportImage(request, host),
    stop: (running, target) => stopVm(target, running, host),
    forwardPorts: (running, target, wanted) => whileOwned(running, () => forwardPorts(target, wanted)),
    observe: (target) => observeVm(target, host),
    inspectVm: (target) => inspectVm(target),
    ending: (left) => vmEnding(left),
  };
}
