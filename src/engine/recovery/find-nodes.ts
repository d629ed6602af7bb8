import pLimit from 'p-limit';
import { acceleratorOf } from '../../core/qemu/accelerator-of.ts';
import type { FoundNode } from '../../core/recovery/found-node.ts';
import { ok, type Result } from '../../core/result.ts';
import { homePaths } from '../../core/state/home-paths.ts';
import { type NodeFile, readNodeFile } from '../../core/state/node-file.ts';
import type { PartKind } from '../../core/state/part.ts';
import type { EnginePorts } from '../engine-ports.ts';

export type FindingPorts = Pick<EnginePorts, 'layout' | 'home' | 'processes'> & {
  readonly nodeFiles: Pick<EnginePorts['nodeFiles'], 'look' | 'readHostKey'>;
  readonly hypervisor: Pick<EnginePorts['hypervisor'], 'observe'>;
};

export interface FoundNodes {
  readonly nodes: readonly FoundNode[];
  /** Every folder below `nodes/`. */
  readonly folders: ReadonlySet<string>;
  /** Folders that do not say whose they are, with the reason. */
  readonly unreadable: readonly { readonly folder: string; readonly problem: string }[];
}

/** Probes under way at once. */
const atOnce = 4;

/** Every node folder of the home that says whose it is, with what is seen of its files and its VM. Read-only. */
export async function findNodes(ports: FindingPorts): Promise<Result<FoundNodes>> {
  const listed = await ports.home.nodeFolders();
  if (!listed.ok) return listed;
  const limit = pLimit(atOnce);
  const folders = listed.value.map(({ name }) => `nodes/${name}`);
  const looked = await Promise.all(folders.map((folder) => limit(() => look(ports, folder))));
  return ok({
    nodes: looked.flatMap((each) => ('problem' in each ? [] : [each])),
    folders: new Set(folders),
    unreadable: looked.flatMap((each) => ('problem' in each ? [each] : [])),
  });
}

async function look(
  ports: FindingPorts,
  folder: string,
): Promise<FoundNode | { readonly folder: string; readonly problem: string }> {
  const seen = await ports.nodeFiles.look(ports.layout.absolute(homePaths.nodeRecord(folder)));
  const file = seen.kind === 'file' ? readNodeFile(seen.text ?? '') : { problem: 'has no node.json' };
  if ('problem' in file) return { folder, problem: file.problem };
  const key = await ports.nodeFiles.readHostKey(ports.layout.absolute(homePaths.hostKey(file.uuid)));
  const log = await ports.nodeFiles.look(ports.layout.absolute(homePaths.serialLog(folder)));
  return {
    folder,
    file,
    present: await presentFiles(ports, folder, file),
    publicKey: key.ok ? key.value.publicKey : null,
    hasRun: log.kind === 'file' && log.sizeBytes > 0,
    vm: await runningVm(ports, folder, file),
  };
}

async function presentFiles(ports: FindingPorts, folder: string, file: NodeFile): Promise<FoundNode['present']> {
  const isThere = async (relative: string): Promise<boolean> =>
    (await ports.nodeFiles.look(ports.layout.absolute(relative))).kind === 'file';
  const named: readonly (readonly [PartKind, string])[] = [
    ['node_record', homePaths.nodeRecord(folder)],
    ['host_key', homePaths.hostKey(file.uuid)],
    ['root_disk', homePaths.rootDisk(folder)],
    ['seed', homePaths.seed(folder)],
    ['firmware_vars', homePaths.firmwareVars(folder)],
  ];
  const kinds = new Set<PartKind>();
  for (const [kind, path] of named) if (await isThere(path)) kinds.add(kind);
  const disks = new Set<string>();
  for (const [disk, uuid] of Object.entries(file.disks)) if (await isThere(homePaths.dataDisk(uuid))) disks.add(disk);
  return { kinds, disks };
}

async function runningVm(ports: FindingPorts, folder: string, { uuid, name }: NodeFile): Promise<FoundNode['vm']> {
  const { layout, hypervisor, processes } = ports;
  const rootDisk = layout.absolute(homePaths.rootDisk(folder));
  const seen = await hypervisor.observe({ uuid, name, sockets: layout.sockets(uuid), process: null, rootDisk });
  if (seen.kind !== 'running' || seen.pid === null) return null;
  const process = processes.inspect(seen.pid);
  if (process.kind !== 'present') return null;
  return { identity: process.identity, paused: seen.paused, accelerator: acceleratorOf(process.argv) };
}
