import { displaySize } from '../core/display-size.ts';
import type { RetainedDisk } from '../core/state/document.ts';

/** The disks that outlived their nodes, one line each. */
export function retainedLines(disks: readonly RetainedDisk[]): readonly string[] {
  return disks.map((disk) => `kept: ${disk.path} of ${disk.node}, ${displaySize(disk.virtualSizeBytes)}, ${disk.file}`);
}
