import type { EnginePorts } from '../../src/engine/engine-ports.ts';

/** Every method of the ports that can change something outside or make it durable, with whether it does: a new one must be told. */
const changes = {
  store: {
    read: false,
    readLastGood: false,
    olderOf: false,
    commit: true,
    rebuild: true,
    discard: true,
    archive: true,
    keepInputs: true,
    operations: false,
    keptInputs: false,
    readInputs: false,
  },
  nodeFiles: {
    writeNodeRecord: true,
    createHostKey: true,
    readHostKey: false,
    look: false,
    missing: false,
    lastWritten: false,
    writeSeed: true,
    createFirmwareVars: true,
    lookAtShare: false,
    removeFile: true,
    removeSockets: true,
    removeNodeFolder: true,
  },
  hypervisor: {
    features: false,
    probeAccelerator: false,
    rememberedAccelerator: false,
    inspectImage: false,
    isBlank: false,
    createOverlay: true,
    createDisk: true,
    launch: true,
    discard: true,
    shareServer: false,
    launchShare: true,
    endShares: true,
    servedShares: false,
    cont: true,
    plugCpus: true,
    setMemory: true,
    growDisk: true,
    takeSnapshot: true,
    restoreSnapshot: true,
    deleteSnapshot: true,
    exportImage: false,
    stop: true,
    forwardPorts: true,
    observe: false,
    inspectVm: false,
    ending: false,
  },
  home: {
    nodeFolders: false,
    diskFiles: false,
    controlKeys: false,
    holds: false,
    checkErasable: false,
    erase: true,
    cutLogs: true,
  },
  guest: {
    awaitReady: true,
    check: false,
    run: false,
    capture: false,
    runScript: true,
    provision: false,
    copy: false,
    pinHostKeys: true,
    tools: false,
    loginKey: true,
    controlKey: true,
  },
} as const satisfies { readonly [P in keyof EnginePorts]?: { readonly [M in keyof EnginePorts[P]]: boolean } };

export type MutatedPort = keyof typeof changes;

export const mutatedPorts = Object.keys(changes) as readonly MutatedPort[];

/** Whether a call of this method is an effect or a commit. */
export function isMutator(port: MutatedPort, method: string): boolean {
  return Object.entries(changes[port]).some(([name, mutates]) => name === method && mutates);
}
