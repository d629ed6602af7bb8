import { isAbsolute } from 'node:path';
import locations from '../../qemu/tool-locations.json' with { type: 'json' };

/** Where administrators' and the system's own programs are, for people without them on PATH. */
const systemFolders = ['/usr/sbin', '/bin', '/sbin'];

/**
 * The PATH that every program is looked for and run with: the absolute folders of the caller's, then those where systems
 * and distributions have programs, so that what is found is what is run.
 */
export function searchPath(callers: string | undefined): string {
  const own = (callers ?? '').split(':').filter((folder) => isAbsolute(folder));
  return [...new Set([...own, ...locations.folders, ...systemFolders])].join(':');
}
