import type { NodeRecord } from '../core/state/document.ts';
import { homePaths } from '../core/state/home-paths.ts';
import type { VmTarget } from '../ports/hypervisor.ts';
import type { Layout } from '../ports/layout.ts';

/** The exact VM that a question or a signal is about. */
export function vmTarget(layout: Layout, record: NodeRecord): VmTarget {
  return {
    uuid: record.uuid,
    name: record.name,
    sockets: layout.sockets(record.uuid),
    process: record.process,
    rootDisk: layout.absolute(homePaths.rootDisk(record.folder)),
  };
}
